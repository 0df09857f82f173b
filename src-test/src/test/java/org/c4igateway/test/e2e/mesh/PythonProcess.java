package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.interop.PythonPackages;

/** A script of the test resources {@code interop}, told what to do by lines, which answers by lines. */
public final class PythonProcess implements AutoCloseable {
    /** What the scripts need; install first. */
    public static final PythonPackages PACKAGES = new PythonPackages(Path.of("target", "python"));

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path output;
    private final Process process;

    private PythonProcess(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /** Starts it and waits until it is ready. */
    public static PythonProcess start(Path output, String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "python3",
                Path.of("src", "test", "resources", "interop", script).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(Map.of("PYTHONPATH", PACKAGES.directory().toString(), "PYTHONUNBUFFERED", "1"));
        try {
            PythonProcess started = new PythonProcess(output, builder.start());
            started.awaitLine("READY");
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void tell(String line) {
        try {
            Writer in = process.outputWriter(StandardCharsets.UTF_8);
            in.write(line + "\n");
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void awaitLine(String line) {
        await(line).atMost(PATIENCE).until(() -> {
            assertThat(process.isAlive()).as("it ended:%n%s", lines()).isTrue();
            return lines().contains(line);
        });
    }

    public List<String> lines() {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets it end in order. */
    public void end() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
