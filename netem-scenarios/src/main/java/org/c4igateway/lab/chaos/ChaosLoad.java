package org.c4igateway.lab.chaos;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.tables.ServerTables;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.lab.workload.Workload;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/**
 * Submits rows of one system as its C4I server would: at times fixed in advance, one a transaction, again when the
 * database was away. Messages, precedences, sizes and destinations are drawn from the seed. Messages of every fifth
 * topic are published, so that each other system gets them; the others name their destinations: no order is defined
 * between the two. In a run with tables the rows go into those of the server. Memory grows with the number of rows, by
 * some hundred bytes each. Runs in the thread that calls it.
 */
final class ChaosLoad {
    private static final String SUBMIT = "select c4i.submit(?, ?, payload => ?, subject => ?, destinations => ?)";
    private static final String PUBLISH = "select c4i.publish(?, ?, payload => ?, subject => ?)";
    private static final Duration RETRY = Duration.ofMillis(200);
    private static final int CHUNK = 100;
    private static final int ONE_IN_BEST_EFFORT = 10;
    private static final int TRACKS = 40;
    private static final int ONE_TOPIC_IN_PUBLISHED = 5;

    /** Classes of errors of a database that is away, ends, has no place, or lets a client wait too long. */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "55", "57", "58");

    private final InterfaceDatabase database;
    private final boolean tables;
    private final List<String> others;
    private final SplittableRandom random;
    private final Workload workload;
    private final List<Topic> bestEffort;
    private final Set<String> published = new HashSet<>();
    private final List<Submit> acknowledged = new ArrayList<>();
    private @Nullable Connection connection;
    private long refused;

    ChaosLoad(InterfaceDatabase database, ChaosPlan plan, TopicCatalogue catalogue) {
        this.database = database;
        this.tables = plan.tables();
        this.others = plan.names().stream()
                .filter(system -> !system.equals(database.system()))
                .toList();
        this.random =
                new SplittableRandom(plan.seed() ^ ((long) database.system().hashCode() << Integer.SIZE));
        this.workload = new Workload(catalogue);
        this.bestEffort =
                catalogue.topics().stream().filter(topic -> !topic.reliable()).toList();
        List<Topic> topics = List.copyOf(catalogue.topics());
        for (int i = 0; i < topics.size(); i += ONE_TOPIC_IN_PUBLISHED) {
            published.add(topics.get(i).id());
        }
    }

    /**
     * One row to submit.
     *
     * @param destinations at least one, in order
     * @param subject of which only the newest row counts, when the topic is best effort
     * @param published whether the destinations are not named, but found by subscription: they are all others
     */
    record Drawn(MessageLoad.Message message, List<String> destinations, String subject, boolean published) {}

    /** Submits this many a second for as long. What is late is submitted as fast as the database allows. */
    void run(double perSecond, int seconds) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        long rows = Math.round(perSecond * seconds);
        List<Drawn> chunk = List.of();
        try {
            for (long i = 0; i < rows; i++) {
                if (i % CHUNK == 0) {
                    chunk = draw();
                }
                long due = start + Math.round(i * 1e9 / perSecond);
                Pause.of(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                submit(
                        chunk.get((int) (i % CHUNK)),
                        start + Duration.ofSeconds(seconds).toNanos());
            }
        } finally {
            disconnect();
        }
    }

    /** The next hundred rows of the series that the seed gives. */
    List<Drawn> draw() {
        Flow.Content content = new Flow.Content(Flow.Content.REALISTIC, "", Flow.Content.MIXED, 0);
        Flow flow = new Flow(database.system(), others, CHUNK, content, 1);
        List<Drawn> drawn = new ArrayList<>();
        for (MessageLoad.Message message : workload.draw(flow, "", random.nextLong())) {
            boolean exact = bestEffort.isEmpty() || random.nextInt(ONE_IN_BEST_EFFORT) > 0;
            String topic = exact
                    ? message.topicId()
                    : bestEffort.get(random.nextInt(bestEffort.size())).id();
            boolean toAll = published.contains(topic);
            drawn.add(new Drawn(
                    new MessageLoad.Message(topic, message.precedence(), message.payload()),
                    toAll ? others : destinations(),
                    "TRACK-" + random.nextInt(TRACKS),
                    toAll));
        }
        return drawn;
    }

    private List<String> destinations() {
        List<String> chosen =
                others.stream().filter(system -> random.nextBoolean()).toList();
        return chosen.isEmpty() ? List.of(others.get(random.nextInt(others.size()))) : chosen;
    }

    private void submit(Drawn drawn, long end) throws SQLException, InterruptedException {
        do {
            try {
                long sequence = tables ? insert(connected(), drawn) : submit(connected(), drawn);
                acknowledged.add(new Submit(
                        sequence,
                        String.join(",", drawn.destinations()) + "|"
                                + digest(drawn.message().payload())));
                return;
            } catch (SQLException e) {
                String state = String.valueOf(e.getSQLState());
                if (!PASSING.contains(state.substring(0, Math.min(2, state.length())))) {
                    throw e;
                }
                refused++;
                disconnect();
                Pause.of(RETRY);
            }
        } while (System.nanoTime() - end < 0);
    }

    private static long submit(Connection on, Drawn drawn) throws SQLException {
        try (PreparedStatement statement = on.prepareStatement(drawn.published() ? PUBLISH : SUBMIT)) {
            statement.setString(1, drawn.message().topicId());
            statement.setInt(2, drawn.message().precedence().code());
            statement.setBytes(3, drawn.message().payload());
            statement.setString(4, drawn.subject());
            if (!drawn.published()) {
                statement.setArray(
                        5, on.createArrayOf("text", drawn.destinations().toArray()));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static long insert(Connection on, Drawn drawn) throws SQLException {
        return ServerTables.insert(on, drawn.message(), drawn.subject(), drawn.destinations(), drawn.published());
    }

    private static String digest(byte[] payload) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(payload));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    private Connection connected() throws SQLException {
        Connection open = connection;
        if (open == null || open.isClosed()) {
            open = database.openApp();
            connection = open;
        }
        return open;
    }

    private void disconnect() {
        Connection broken = connection;
        connection = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (SQLException e) {
                // it is broken already
            }
        }
    }

    /** Rows whose commit was answered; once {@link #run} has ended. */
    List<Submit> acknowledged() {
        return List.copyOf(acknowledged);
    }

    /** Submits that failed and were tried again; once {@link #run} has ended. */
    long refused() {
        return refused;
    }
}
