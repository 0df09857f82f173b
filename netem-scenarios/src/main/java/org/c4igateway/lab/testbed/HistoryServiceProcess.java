package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A history service as a process of its own, which can be killed and started again. Thread-safe. */
public final class HistoryServiceProcess extends RestartableProcess {
    private static final String READERS = "c4i_history_readers";
    private static final Pattern UP =
            Pattern.compile("\"historyHealth\"\\s*:\\s*\\{[^}]*}[^}]*\"status\"\\s*:\\s*\"UP\"");

    /**
     * Starts nothing.
     *
     * @param httpPort where it answers for its health
     * @param file its configuration; its log is written beside it
     * @param environment variables that the file refers to
     */
    public HistoryServiceProcess(
            NodePlace place, int httpPort, Path file, Map<String, String> environment, ClassPathFile classPath) {
        super(new ServiceProcess(
                new ServiceProcess.Program(
                        "history",
                        place,
                        httpPort,
                        "org.c4igateway.history.HistoryApplication",
                        List.of(file),
                        List.of(),
                        environment),
                classPath));
    }

    /**
     * Waits until it has joined the domain with what it keeps, and stores samples.
     *
     * @throws IOException with the end of its log when it ended or did not get there in time
     */
    public void awaitUp(Duration patience) throws IOException, InterruptedException {
        service.awaitHealth(health -> UP.matcher(health).find(), patience);
    }

    /**
     * Waits until its writers have so many readers in all.
     *
     * @throws IOException when they do not get there in time
     */
    public void awaitReaders(int readers, Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        String metrics = metrics();
        while (metrics.isEmpty() || ServiceProcess.sum(metrics, READERS) != readers) {
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("the history service has not " + readers + " readers, but "
                        + ServiceProcess.sum(metrics, READERS) + ", after " + patience.toSeconds() + " s");
            }
            Pause.shortly();
            metrics = metrics();
        }
    }

    /** Waits until it says that it waits for its database; throws as {@link #awaitUp} does. */
    public void awaitWaiting(Duration patience) throws IOException, InterruptedException {
        service.awaitHealth(health -> health.contains("OUT_OF_SERVICE") && health.contains("\"problem\""), patience);
    }
}
