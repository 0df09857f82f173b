package org.c4igateway.test.e2e.history;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.test.e2e.mesh.PythonProcess;

/** A writer or reader in Python, see {@code history_peer.py}. */
final class PythonPeer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final PythonProcess process;

    private PythonPeer(PythonProcess process) {
        this.process = process;
    }

    /** Starts it and waits until it is ready. */
    static PythonPeer start(Path output, int domain, String partition, String... task) {
        String[] arguments = Stream.concat(Stream.of(Integer.toString(domain), partition), Stream.of(task))
                .toArray(String[]::new);
        return new PythonPeer(PythonProcess.start(output, "history_peer.py", arguments));
    }

    /** Writes one sample and waits until every matched reader has it. */
    void write(String topic, String origin, long sequence, long sourceNanos) {
        process.tell("write " + topic + " " + origin + " " + sequence + " " + sourceNanos);
        process.awaitLine("WRITTEN " + origin + " " + sequence);
    }

    /** Waits until the writer of a topic has that many readers. */
    PythonPeer awaitReaders(String topic, int readers) {
        process.tell("await " + topic + " " + readers);
        process.awaitLine("MATCHED " + topic + " " + readers);
        return this;
    }

    void dispose(String topic, String origin) {
        process.tell("dispose " + topic + " " + origin);
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
        return process.lines();
    }

    /** Lets it leave the domain in order. */
    void end() throws IOException {
        process.end();
    }

    /** SIGKILL. */
    @Override
    public void close() {
        process.close();
    }
}
