package org.c4igateway.cli.load;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.load.MessageLoad;

/**
 * Submits messages at a rate, as a C4I server does: what is due at once goes in one transaction. Runs in the thread
 * that calls it; {@link #stop} and the figures may be asked for by any.
 */
final class LoadSubmitter {
    private static final String SUBMIT = "SELECT c4i.submit_batch(?, ?, ?, ?)";
    private static final int MAX_AT_ONCE = 500;
    private static final int VARIATIONS = 1_000;
    private static final Duration BREATH = Duration.ofMillis(5);
    private static final double SECOND_NANOS = 1e9;

    private final LoadPlan plan;
    private final LoadTally tally;
    private final SplittableRandom random;
    private final List<MessageLoad.Message> messages;
    private volatile boolean stopping;
    private volatile long latestNanos;
    private volatile long elapsedNanos;
    private volatile long lastNanos;
    private volatile int undecided;
    private int next;

    LoadSubmitter(LoadPlan plan, MessageLoad load, LoadTally tally) {
        this.plan = plan;
        this.tally = tally;
        this.random = new SplittableRandom(plan.seed());
        this.messages = load.generate(VARIATIONS, random.nextLong());
    }

    /** Ends {@link #run} after the batch under way. */
    void stop() {
        stopping = true;
    }

    /** How far a batch was behind its time at most: the database or this program could not keep up. */
    Duration latest() {
        return Duration.ofNanos(latestNanos);
    }

    /** How long it submitted. */
    Duration elapsed() {
        return Duration.ofNanos(elapsedNanos);
    }

    /** Time since the last message. */
    Duration sinceLast() {
        return Duration.ofNanos(System.nanoTime() - lastNanos);
    }

    /** Messages of a batch that failed while it was committed, so that it may be in the outbox or not. */
    int undecided() {
        return undecided;
    }

    /** Submits until the time is over. Blocks. */
    void run(Connection connection) throws SQLException, InterruptedException {
        connection.setAutoCommit(false);
        long start = System.nanoTime();
        long total = Math.round(plan.rate() * plan.duration().toNanos() / SECOND_NANOS);
        long done = 0;
        try (PreparedStatement statement = connection.prepareStatement(SUBMIT)) {
            while (done < total && !stopping) {
                long now = System.nanoTime() - start;
                long due = Math.min(total, (long) (now / SECOND_NANOS * plan.rate()) + 1) - done;
                if (due <= 0 || tally.pendingRows() >= LoadTally.MAX_PENDING) {
                    Pause.of(BREATH);
                    continue;
                }
                long dueNanos = (long) (done / plan.rate() * SECOND_NANOS);
                latestNanos = Math.max(latestNanos, now - dueNanos);
                int count = (int) Math.min(due, MAX_AT_ONCE);
                submit(connection, statement, count);
                done += count;
                lastNanos = System.nanoTime();
                elapsedNanos = lastNanos - start;
            }
        }
    }

    private void submit(Connection connection, PreparedStatement statement, int count) throws SQLException {
        List<Object> topics = new ArrayList<>();
        List<Precedence> precedences = new ArrayList<>();
        byte[][] payloads = new byte[count][];
        for (int i = 0; i < count; i++) {
            MessageLoad.Message message = messages.get(next++ % messages.size());
            topics.add(message.topicId());
            precedences.add(plan.mix().draw(random));
            payloads[i] = message.payload();
        }
        statement.setArray(1, connection.createArrayOf("text", topics.toArray()));
        statement.setArray(
                2,
                connection.createArrayOf(
                        "integer", precedences.stream().map(Precedence::code).toArray()));
        String destinations = String.join(",", plan.destinations());
        statement.setArray(
                3,
                connection.createArrayOf(
                        "text", topics.stream().map(topic -> destinations).toArray()));
        statement.setArray(4, connection.createArrayOf("bytea", payloads));
        Long[] sequences = sequences(statement);
        undecided = count;
        connection.commit();
        for (int i = 0; i < count; i++) {
            tally.submitted(sequences[i], precedences.get(i), plan.destinations());
        }
        undecided = 0;
    }

    private static Long[] sequences(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            Array numbers = row.getArray(1);
            return (Long[]) numbers.getArray();
        }
    }
}
