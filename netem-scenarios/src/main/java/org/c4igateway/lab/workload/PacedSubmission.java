package org.c4igateway.lab.workload;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.load.MessageLoad;

/**
 * Submits messages as a C4I server does, at times fixed in advance (open loop): a message that is late because the
 * database was slow keeps its intended time, so that waiting is measured and not hidden. Runs in the thread that calls
 * it.
 */
public final class PacedSubmission {
    private static final String SUBMIT = "select c4i.submit_batch(?, ?, ?, ?, subjects => ?)";
    private static final int MAX_AT_ONCE = 5_000;

    private final InterfaceDatabase database;
    private final String destinations;
    private final InstantSource clock;
    private final Map<Long, Long> intendedMicros = new LinkedHashMap<>();

    /** @param destinations systems that shall have each message */
    public PacedSubmission(InterfaceDatabase database, List<String> destinations, InstantSource clock) {
        this.database = database;
        this.destinations = String.join(",", destinations);
        this.clock = clock;
    }

    /**
     * Submits all of them.
     *
     * @param subjects of the messages, as many
     * @param perSecond 0 for all in one transaction, whose commit is the intended time of all
     * @return intended time, in microseconds since 1970, by sequence number; 0 stands for the commit
     */
    public Map<Long, Long> submit(List<MessageLoad.Message> messages, List<String> subjects, double perSecond)
            throws SQLException, InterruptedException {
        try (Connection connection = database.openApp();
                PreparedStatement statement = connection.prepareStatement(SUBMIT)) {
            connection.setAutoCommit(false);
            if (perSecond == 0) {
                for (int from = 0; from < messages.size(); from += MAX_AT_ONCE) {
                    submit(
                            connection,
                            statement,
                            messages,
                            subjects,
                            from,
                            Math.min(messages.size(), from + MAX_AT_ONCE));
                }
                connection.commit();
            } else {
                paced(connection, statement, messages, subjects, perSecond);
            }
            return intendedMicros;
        }
    }

    private void paced(
            Connection connection,
            PreparedStatement statement,
            List<MessageLoad.Message> messages,
            List<String> subjects,
            double perSecond)
            throws SQLException, InterruptedException {
        long startNanos = System.nanoTime();
        long startMicros = TimeUnit.MILLISECONDS.toMicros(clock.millis());
        double gapNanos = 1e9 / perSecond;
        int next = 0;
        while (next < messages.size()) {
            long dueNanos = startNanos + Math.round(next * gapNanos);
            Pause.of(Duration.ofNanos(Math.max(0, dueNanos - System.nanoTime())));
            int due = (int) Math.min(messages.size(), (System.nanoTime() - startNanos) / gapNanos + 1);
            int end = Math.max(next + 1, Math.min(due, next + MAX_AT_ONCE));
            List<Long> sequences = submit(connection, statement, messages, subjects, next, end);
            connection.commit();
            for (int i = 0; i < sequences.size(); i++) {
                intendedMicros.put(sequences.get(i), startMicros + Math.round((next + i) * gapNanos / 1_000));
            }
            next = end;
        }
    }

    private List<Long> submit(
            Connection connection,
            PreparedStatement statement,
            List<MessageLoad.Message> all,
            List<String> subjects,
            int from,
            int to)
            throws SQLException {
        List<MessageLoad.Message> batch = all.subList(from, to);
        Object[] topics = batch.stream().map(MessageLoad.Message::topicId).toArray();
        Object[] precedences =
                batch.stream().map(message -> message.precedence().code()).toArray();
        Object[] targets = batch.stream().map(message -> destinations).toArray();
        byte[][] payloads = batch.stream().map(MessageLoad.Message::payload).toArray(byte[][]::new);
        statement.setArray(1, connection.createArrayOf("text", topics));
        statement.setArray(2, connection.createArrayOf("integer", precedences));
        statement.setArray(3, connection.createArrayOf("text", targets));
        statement.setArray(4, connection.createArrayOf("bytea", payloads));
        statement.setArray(
                5, connection.createArrayOf("text", subjects.subList(from, to).toArray()));
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            Array numbers = row.getArray(1);
            List<Long> sequences = List.of((Long[]) numbers.getArray());
            sequences.forEach(sequence -> intendedMicros.put(sequence, 0L));
            return sequences;
        }
    }
}
