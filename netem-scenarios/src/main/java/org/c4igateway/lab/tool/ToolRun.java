package org.c4igateway.lab.tool;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One bounded run of an external program.
 *
 * @param exitStatus what it ended with; {@link #NOT_RUN} when it was not found or did not end in time
 * @param output standard output and error together, at most {@link #MAX_OUTPUT_BYTES}
 */
public record ToolRun(int exitStatus, String output) {
    /** Exit status of a program that was not found or did not end in time. */
    public static final int NOT_RUN = -1;

    static final int MAX_OUTPUT_BYTES = 1024 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SCRIPT_PATIENCE = Duration.ofSeconds(60);

    /** Directories of system tools that are often not on the path of ordinary users. */
    private static final List<String> SYSTEM_DIRECTORIES = List.of("/usr/sbin", "/sbin", "/usr/local/sbin");

    /** Runs a program; blocks until it ends, 5 s at most. */
    public static ToolRun of(String... command) {
        return run(List.of(command), "", PATIENCE);
    }

    /** Runs a program with this on its standard input; blocks until it ends, 5 s at most. */
    public static ToolRun withInput(String input, List<String> command) {
        return run(command, input, PATIENCE);
    }

    /** Runs a shell script, which ends at the first command that fails; blocks until it ends, a minute at most. */
    public static ToolRun script(String text) {
        String path = "PATH=\"$PATH:" + String.join(":", SYSTEM_DIRECTORIES) + "\"\n";
        return run(List.of("sh", "-eu"), path + text, SCRIPT_PATIENCE);
    }

    private static ToolRun run(List<String> command, String input, Duration patience) {
        Optional<Path> program = find(command.getFirst());
        if (program.isEmpty()) {
            return new ToolRun(NOT_RUN, command.getFirst() + ": not found");
        }
        try {
            Path directory = Files.createTempDirectory("c4i-tool");
            try {
                return run(directory, command, program.get(), input, patience);
            } finally {
                delete(directory);
            }
        } catch (IOException e) {
            return new ToolRun(NOT_RUN, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ToolRun(NOT_RUN, "interrupted");
        }
    }

    private static ToolRun run(Path directory, List<String> command, Path program, String input, Duration patience)
            throws IOException, InterruptedException {
        Path output = directory.resolve("out");
        List<String> resolved = Stream.concat(
                        Stream.of(program.toString()), command.stream().skip(1))
                .toList();
        File in = input.isEmpty()
                ? new File("/dev/null")
                : Files.writeString(directory.resolve("in"), input).toFile();
        Process process = new ProcessBuilder(resolved)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(in)
                .start();
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            return new ToolRun(NOT_RUN, command.getFirst() + " did not answer within " + patience.toSeconds() + " s");
        }
        try (var out = Files.newInputStream(output)) {
            String text = new String(out.readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8).strip();
            return new ToolRun(process.exitValue(), text);
        }
    }

    /** Where a program lies: where its name says when that is absolute, else the path, then the system directories. */
    public static Optional<Path> find(String program) {
        Path named = Path.of(program);
        if (named.isAbsolute()) {
            return Optional.of(named).filter(Files::isExecutable);
        }
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), SYSTEM_DIRECTORIES.stream())
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether it ran and ended with status 0. */
    public boolean succeeded() {
        return exitStatus == 0;
    }

    /** First line of the output; empty when there is none. */
    public String firstLine() {
        return output.lines().findFirst().orElse("");
    }

    /**
     * The output of a run that must not fail.
     *
     * @throws IOException with the output when it did
     */
    public String orThrow(String purpose) throws IOException {
        if (!succeeded()) {
            throw new IOException(purpose + " failed: " + (output.isEmpty() ? "exit status " + exitStatus : output));
        }
        return output;
    }

    private static void delete(Path directory) {
        for (String name : List.of("in", "out", "")) {
            var _ = directory.resolve(name).toFile().delete();
        }
    }
}
