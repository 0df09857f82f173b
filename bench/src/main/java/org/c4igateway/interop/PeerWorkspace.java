package org.c4igateway.interop;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import org.c4igateway.interop.PeerKind.MissingPeerException;

/**
 * Where peers are built: a directory for what is made, and the sources that come with this class.
 *
 * @param directory for builds and logs; kept between runs
 */
record PeerWorkspace(Path directory) {
    private static final int MAX_OUTPUT_CHARS = 2_000;

    PeerWorkspace {
        directory = directory.toAbsolutePath();
    }

    /** @return command that runs a class of this class path */
    List<String> java(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main));
        command.addAll(List.of(arguments));
        return command;
    }

    /** @return a source file of this package's resources, in a file */
    Path source(String name) throws IOException {
        Path file = directory.resolve("src").resolve(name);
        place("interop/" + name, file);
        return file;
    }

    /** @return a directory for what is built from these resources; another one when their content changes */
    Path directoryFor(String name, String... resources) throws IOException {
        CRC32 stamp = new CRC32();
        for (String resource : resources) {
            try (InputStream in = open(resource)) {
                stamp.update(in.readAllBytes());
            }
        }
        return directory.resolve(name + "-" + Long.toHexString(stamp.getValue()));
    }

    private static InputStream open(String resource) {
        return Objects.requireNonNull(PeerWorkspace.class.getClassLoader().getResourceAsStream(resource), resource);
    }

    /** Copies a resource of the class path. */
    void place(String resource, Path file) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (InputStream in = open(resource)) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Asks for something that the machine may lack.
     *
     * @param need what is missing when the program cannot be run or fails
     */
    void require(String need, String... command) throws IOException {
        String problem = problem(directory, command);
        if (!problem.isEmpty()) {
            throw new MissingPeerException(need);
        }
    }

    /** Runs a program of a build to its end; that it fails is a defect of the build. */
    void run(Path where, String... command) throws IOException {
        String problem = problem(where, command);
        if (!problem.isEmpty()) {
            throw new IllegalStateException(command[0] + " failed: " + problem);
        }
    }

    private static String problem(Path where, String... command) throws IOException {
        Files.createDirectories(where);
        try {
            Process process = new ProcessBuilder(command)
                    .directory(where.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0
                    ? ""
                    : "status " + process.exitValue() + " "
                            + output.substring(Math.max(0, output.length() - MAX_OUTPUT_CHARS));
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
