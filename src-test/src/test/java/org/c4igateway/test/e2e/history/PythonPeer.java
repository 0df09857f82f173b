package org.c4igateway.test.e2e.history;

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

/** A writer or reader in Python, see {@code history_peer.py}. */
final class PythonPeer implements AutoCloseable {
    static final PythonPackages PACKAGES = new PythonPackages(Path.of("target", "python"));
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path output;
    private final Process process;

    private PythonPeer(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /** Starts it and waits until it is ready. */
    static PythonPeer start(Path output, int domain, String partition, String... task) {
        List<String> command = new ArrayList<>(List.of(
                "python3",
                Path.of("src", "test", "resources", "interop", "history_peer.py")
                        .toString(),
                Integer.toString(domain),
                partition));
        command.addAll(List.of(task));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(Map.of("PYTHONPATH", PACKAGES.directory().toString(), "PYTHONUNBUFFERED", "1"));
        try {
            PythonPeer peer = new PythonPeer(output, builder.start());
            peer.awaitLine("READY");
            return peer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes one sample and waits until every matched reader has it. */
    void write(String topic, String origin, long sequence, long sourceNanos) {
        tell("write " + topic + " " + origin + " " + sequence + " " + sourceNanos);
        awaitLine("WRITTEN " + origin + " " + sequence);
    }

    /** Waits until the writer of a topic has that many readers. */
    PythonPeer awaitReaders(String topic, int readers) {
        tell("await " + topic + " " + readers);
        awaitLine("MATCHED " + topic + " " + readers);
        return this;
    }

    void dispose(String topic, String origin) {
        tell("dispose " + topic + " " + origin);
    }

    private void tell(String line) {
        try {
            Writer in = process.outputWriter(StandardCharsets.UTF_8);
            in.write(line + "\n");
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitLine(String line) {
        await(line).atMost(PATIENCE).until(() -> {
            assertThat(process.isAlive()).as("it ended:%n%s", lines()).isTrue();
            return lines().contains(line);
        });
    }

    /** Waits until it has at least so many samples. @return all that it has, in the order of arrival */
    List<String> awaitSamples(int number) {
        await(number + " samples").atMost(PATIENCE).until(() -> samples().size() >= number);
        return samples();
    }

    /** The samples that have arrived: origin, sequence, source time, text. */
    List<String> samples() {
        return lines().stream()
                .filter(line -> line.startsWith("SAMPLE "))
                .map(line -> line.substring("SAMPLE ".length()))
                .toList();
    }

    List<String> lines() {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets it leave the domain in order. */
    void end() throws IOException {
        process.getOutputStream().close();
        process.onExit().join();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
