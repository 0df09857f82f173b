package org.c4igateway.test.process;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.c4igateway.topics.Sha256;

/**
 * An AOT cache and the class path that it fits. A cache wants jars, so directories of classes are packed first. Test
 * processes that run at the same time share it: a lock on a file keeps them apart while one makes it.
 *
 * @param classPath of jars only
 * @param home its directory, which holds it (JEP 514) and what belongs to it
 */
record StartCache(String classPath, Path home) {
    private static final String FILE = "node.aot";
    private static final long MINUTES = 5;

    Path file() {
        return home.resolve(FILE);
    }

    /** The cache of this process's class path below {@code directory}; made if it is not there, which takes seconds. */
    static StartCache of(Path directory) {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                Path home = directory.resolve(stamp(entries));
                Path file = home.resolve(FILE);
                if (!Files.exists(file)) {
                    removeOthers(directory);
                    Files.createDirectories(home);
                }
                String classPath = jars(entries, home);
                if (!Files.exists(file)) {
                    train(classPath, file, home.resolve("training.log"));
                }
                return new StartCache(classPath, home);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stamp(List<Path> entries) throws IOException {
        MessageDigest digest = Sha256.begin();
        for (Path entry : entries) {
            try (Stream<Path> files = Files.exists(entry) ? Files.walk(entry) : Stream.empty()) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    String line = file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file) + "\n";
                    digest.update(line.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private static void removeOthers(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path old : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                if (!old.equals(directory) && !old.endsWith("lock")) {
                    Files.delete(old);
                }
            }
        }
    }

    private static String jars(List<Path> entries, Path home) throws IOException {
        List<String> jars = new ArrayList<>();
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                Path jar = home.resolve(jars.size() + ".jar");
                if (!Files.exists(jar)) {
                    pack(entry, jar);
                }
                jars.add(jar.toString());
            } else if (Files.exists(entry)) {
                jars.add(entry.toString());
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path classes, Path jar) {
        StringWriter errors = new StringWriter();
        PrintWriter out = new PrintWriter(errors);
        int status = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(out, out, "--create", "--no-compress", "--file", jar.toString(), "-C", classes.toString(), ".");
        if (status != 0) {
            throw new IllegalStateException("jar cannot pack " + classes + ": " + errors);
        }
    }

    private static void train(String classPath, Path file, Path log) throws IOException {
        Path fresh = file.resolveSibling("fresh.aot");
        Process training = new ProcessBuilder(TestJava.command(
                        classPath, List.of("-XX:AOTCacheOutput=" + fresh), List.of(), StartTraining.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!training.waitFor(MINUTES, TimeUnit.MINUTES) || !Files.exists(fresh)) {
                throw new IllegalStateException("no AOT cache was made; see " + log);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            training.destroyForcibly();
        }
    }
}
