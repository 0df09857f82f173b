package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.process.TestJava;

/** Does what a page says: writes the files that it shows, and runs its other blocks in one shell. */
final class PageWalk {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(bash|sh|yaml)\\n(.*?)^```$");
    private static final Pattern NAME = Pattern.compile("# (\\w+\\.yaml)\\n");

    /** Guards against a hang only. */
    private static final int PATIENCE_MINUTES = 6;

    private final Path directory;
    private final Map<String, String> environment;

    /**
     * @param directory of the launcher
     * @param environment of the shell, besides this process's without what speaks of the gateway and of PostgreSQL
     */
    PageWalk(Path directory, Map<String, String> environment) throws IOException {
        this.directory = directory;
        this.environment = environment;
        writeLauncher();
    }

    /**
     * Whatever the blocks start ends with the shell.
     *
     * @param logs directory whose logs explain a failure, below that of the launcher
     * @return what the shell printed
     */
    String run(String walk, String logs) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -eu\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
        for (MatchResult block : BLOCK.matcher(walk).results().toList()) {
            String text = block.group(2);
            if (block.group(1).equals("yaml")) {
                // What has no name is shown for the reader; the example has the file.
                NAME.matcher(text).results().findFirst().ifPresent(name -> write(name.group(1), text));
            } else {
                // The nodes are ended by a signal, which is not a failure of the walk.
                script.append(text.replaceFirst("(?m)^wait$", "wait || true"));
            }
        }
        Path output = directory.resolve("output");
        Process bash = bash(Files.writeString(directory.resolve("walk.sh"), script), output);
        boolean ended = bash.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            bash.descendants().forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly().waitFor();
        }
        String text = Files.readString(output);
        assertThat(ended && bash.exitValue() == 0)
                .as(text + logs(directory.resolve(logs)))
                .isTrue();
        return text;
    }

    private void write(String name, String text) {
        try {
            Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** With -m background processes are jobs, as in the shell of a person. */
    private Process bash(Path script, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-m", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("C4I_") || name.startsWith("PG"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String logs(Path place) throws IOException {
        StringBuilder logs = new StringBuilder();
        try (Stream<Path> files = Files.list(place)) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                logs.append('\n').append(log.getFileName()).append('\n').append(Files.readString(log));
            }
        }
        return logs.toString();
    }

    /** As the shipped one: a node has its own logging, a command is quiet. */
    private void writeLauncher() throws IOException {
        Path launcher = Files.writeString(
                directory.resolve("c4i"),
                "#!/bin/sh\nif [ \"$1\" = node ]; then\n" + command(List.of()) + "\nfi\n"
                        + command(List.of("-Dlogback.configurationFile=c4i-logback.xml")) + "\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(
                directory.resolve("samples"),
                Path.of("..", "samples").toAbsolutePath().normalize());
    }

    private static String command(List<String> options) {
        return TestJava.command(options, CommandLineRun.MAIN).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" ", "exec ", " \"$@\""));
    }

    static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
    }
}
