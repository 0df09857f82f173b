package org.c4igateway.cli.doctor;

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
import org.jspecify.annotations.Nullable;

/**
 * One bounded run of an external program.
 *
 * @param exitStatus what it ended with; {@link #NOT_RUN} when it was not found or did not end in time
 * @param output standard output and error together, at most {@link #MAX_OUTPUT_BYTES}
 */
record ToolRun(int exitStatus, String output) {
    static final int NOT_RUN = -1;
    static final int MAX_OUTPUT_BYTES = 64 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Directories of system tools that are often not on the path of ordinary users. */
    private static final List<String> SYSTEM_DIRECTORIES = List.of("/usr/sbin", "/sbin", "/usr/local/sbin");

    /** Runs a program; blocks until it ends, 5 s at most. */
    static ToolRun of(String... command) {
        Optional<Path> program = find(command[0]);
        if (program.isEmpty()) {
            return new ToolRun(NOT_RUN, command[0] + ": not found");
        }
        Path output = null;
        try {
            output = Files.createTempFile("c4i-doctor", ".out");
            return run(output, command, program.get());
        } catch (IOException e) {
            return new ToolRun(NOT_RUN, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ToolRun(NOT_RUN, "interrupted");
        } finally {
            delete(output);
        }
    }

    private static ToolRun run(Path output, String[] command, Path program) throws IOException, InterruptedException {
        String[] resolved = command.clone();
        resolved[0] = program.toString();
        Process process = new ProcessBuilder(resolved)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            return new ToolRun(NOT_RUN, command[0] + " did not answer within " + PATIENCE.toSeconds() + " s");
        }
        try (var in = Files.newInputStream(output)) {
            String text = new String(in.readNBytes(MAX_OUTPUT_BYTES), StandardCharsets.UTF_8).strip();
            return new ToolRun(process.exitValue(), text);
        }
    }

    /** Where a program lies: the path, then the system directories. */
    static Optional<Path> find(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), SYSTEM_DIRECTORIES.stream())
                .filter(directory -> !directory.isBlank())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    boolean succeeded() {
        return exitStatus == 0;
    }

    /** First line of the output; empty when there is none. */
    String firstLine() {
        return output.lines().findFirst().orElse("");
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
