package org.c4igateway.lab.testbed.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Submits messages of one system at a steady pace, as its C4I server would: several per transaction. Runs in the thread
 * that calls it.
 */
public final class LoadRun {
    private static final int BATCH = 25;

    /** Best-effort messages are about this many tracks in turn; a newer one of the same track supersedes. */
    private static final int TRACKS = 40;

    private static final String SUBMIT = "select c4i.submit_batch(?, ?, ?, ?, subjects => ?)";

    private final InterfaceDatabase database;
    private final String destinations;
    private final AtomicLong submitted;
    private long nextTrack;

    /**
     * @param destinations receiving systems
     * @param submitted counts the messages as they are committed; may be shared
     */
    public LoadRun(InterfaceDatabase database, List<String> destinations, AtomicLong submitted) {
        this.database = database;
        this.destinations = String.join(",", destinations);
        this.submitted = submitted;
    }

    /** Submits all of them within this time or as fast as the database allows; zero means at once. */
    public void submit(List<MessageLoad.Message> messages, Duration over) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        try (Connection connection = database.openApp();
                PreparedStatement statement = connection.prepareStatement(SUBMIT)) {
            for (int from = 0; from < messages.size(); from += BATCH) {
                List<MessageLoad.Message> batch = messages.subList(from, Math.min(from + BATCH, messages.size()));
                long due = start + over.toNanos() / messages.size() * from;
                Pause.of(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                submit(connection, statement, batch);
                submitted.addAndGet(batch.size());
            }
        }
    }

    private void submit(Connection connection, PreparedStatement statement, List<MessageLoad.Message> batch)
            throws SQLException {
        Object[] topics = batch.stream().map(MessageLoad.Message::topicId).toArray();
        Object[] precedences =
                batch.stream().map(message -> message.precedence().code()).toArray();
        Object[] targets = batch.stream().map(message -> destinations).toArray();
        byte[][] payloads = batch.stream().map(MessageLoad.Message::payload).toArray(byte[][]::new);
        statement.setArray(1, connection.createArrayOf("text", topics));
        statement.setArray(2, connection.createArrayOf("integer", precedences));
        statement.setArray(3, connection.createArrayOf("text", targets));
        statement.setArray(4, connection.createArrayOf("bytea", payloads));
        Object[] subjects =
                batch.stream().map(message -> "TRACK-" + nextTrack++ % TRACKS).toArray();
        statement.setArray(5, connection.createArrayOf("text", subjects));
        statement.execute();
    }
}
