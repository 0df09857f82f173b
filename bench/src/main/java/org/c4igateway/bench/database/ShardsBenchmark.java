package org.c4igateway.bench.database;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.c4igateway.bench.BenchOptions;
import org.c4igateway.bench.Benchmark;
import org.c4igateway.bench.Figure;
import org.c4igateway.bench.InterleavedRuns;
import org.c4igateway.bench.SteadyValues;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.lab.testbed.load.MessageLoad.Message;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What a divided outbox costs or brings on one machine: the rate over DDS of one node, of one node with four shards and
 * of two nodes with two shards each, by turns, each in fresh processes that are warmed up by windows until the rate is
 * steady. The rows are the sample messages of reliable topics.
 */
public final class ShardsBenchmark implements Benchmark {
    private static final int SHARDS = 4;
    private static final int MESSAGES = 100_000;
    private static final int BATCH = 2_000;
    private static final int MAX_WINDOWS = 12;
    private static final double KEPT = 0.9;
    private static final String WHOLE = "one node, not divided";
    private static final String ONE = "one node, 4 shards";
    private static final String TWO = "two nodes, 4 shards";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(50);

    @Override
    public String name() {
        return "shards";
    }

    @Override
    public String description() {
        return "outbox to inbox with receipts over DDS, 100,000 samples: one node, 4 shards, 4 shards on two nodes";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Message> samples = samples(options.samples());
        int count = options.rows(options.scaled(MESSAGES));
        List<Setup> setups = List.of(new Setup(WHOLE, 1, 1), new Setup(ONE, SHARDS, 1), new Setup(TWO, SHARDS, 2));
        InterleavedRuns runs = new InterleavedRuns();
        setups.forEach(setup -> runs.with(setup.name, () -> setup.rate(samples, count)));
        Map<String, double[]> rates = runs.take(options.repetitions());
        List<Figure> figures = new ArrayList<>();
        for (Setup setup : setups) {
            figures.add(Figure.plain(setup.name, "msg/s", Objects.requireNonNull(rates.get(setup.name)))
                    .withRemark(String.join("; ", setup.warmUps)));
            figures.addAll(setup.times.figures(setup.name));
        }
        figures.add(Figure.atLeast(KEPT, ONE + ", beside not divided", "x", InterleavedRuns.ratios(rates, ONE, WHOLE)));
        figures.add(Figure.atLeast(KEPT, TWO + ", beside not divided", "x", InterleavedRuns.ratios(rates, TWO, WHOLE)));
        return figures;
    }

    /** One way to divide the outbox, and what was measured of it. */
    private static final class Setup {
        private final String name;
        private final int shards;
        private final int nodes;
        private final List<String> warmUps = new ArrayList<>();
        private final RowTimes times = new RowTimes();

        Setup(String name, int shards, int nodes) {
            this.name = name;
            this.shards = shards;
            this.nodes = nodes;
        }

        /** @return rows per second from their commit until the last receipt is recorded, warm */
        double rate(List<Message> samples, int count) throws Exception {
            try (Mesh mesh = Mesh.create(2)) {
                InterfaceDatabase alpha = mesh.database("ALPHA");
                try (Connection from = alpha.openOwner();
                        Connection to = mesh.database("BRAVO").openOwner()) {
                    List<NodeProcess> serving = start(mesh, from);
                    int window = Math.max(1_000, count / 4);
                    SteadyValues warmUp =
                            SteadyValues.take(MAX_WINDOWS, () -> window / transfer(alpha, from, samples, window));
                    warmUps.add(warmUp.describe());
                    RowTimes.Reading before = RowTimes.read(serving, mesh.node("BRAVO"), from, to);
                    double seconds = transfer(alpha, from, samples, count);
                    times.add(before, RowTimes.read(serving, mesh.node("BRAVO"), from, to), count);
                    return count / seconds;
                }
            }
        }

        private List<NodeProcess> start(Mesh mesh, Connection from) throws Exception {
            try (Statement statement = from.createStatement()) {
                statement.execute("SELECT c4i.set_shards(" + shards + ")");
            }
            mesh.start(Transports.DDS, PATIENCE);
            List<NodeProcess> serving = new ArrayList<>(List.of(mesh.node("ALPHA")));
            if (nodes > 1) {
                NodeProcess second = mesh.beside("ALPHA", Transports.DDS);
                second.start();
                serving.add(second);
            }
            if (shards > 1) {
                awaitShared(serving, shards / nodes);
            }
            return serving;
        }
    }

    private static void awaitShared(List<NodeProcess> nodes, int each) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (NodeProcess node : nodes) {
            while (served(node) != each) {
                if (System.nanoTime() - end > 0) {
                    throw new IOException("a node does not serve " + each + " shards");
                }
                Pause.of(LOOK);
            }
        }
    }

    private static long served(NodeProcess node) throws IOException, InterruptedException {
        return node.metrics()
                .lines()
                .filter(line -> line.startsWith("c4i_shard_active{") && line.endsWith(" 1.0"))
                .count();
    }

    /** @return seconds from the commit of the rows until the last receipt is recorded */
    private static double transfer(InterfaceDatabase alpha, Connection from, List<Message> samples, int count)
            throws SQLException {
        long confirmed = Database.number(from, "SELECT count(*) FROM c4i.delivery");
        long committed;
        try (Connection app = alpha.openApp()) {
            app.setAutoCommit(false);
            for (int begin = 0; begin < count; begin += BATCH) {
                submit(app, samples, begin, Math.min(BATCH, count - begin));
            }
            committed = Database.number(app, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
            app.commit();
        }
        DatabaseRateBenchmark.awaitDelivered(from, confirmed + count);
        long recorded =
                Database.number(from, "SELECT (extract(epoch FROM max(at)) * 1000000)::bigint FROM c4i.delivery");
        return (recorded - committed) / 1e6;
    }

    private static void submit(Connection app, List<Message> samples, int begin, int count) throws SQLException {
        List<Message> batch = IntStream.range(begin, begin + count)
                .mapToObj(i -> samples.get(i % samples.size()))
                .toList();
        try (PreparedStatement statement = app.prepareStatement(
                "SELECT cardinality(c4i.submit_batch(?, array_fill(3, ARRAY[?]), array_fill('BRAVO'::text, ARRAY[?]), ?))")) {
            statement.setArray(
                    1,
                    app.createArrayOf(
                            "text", batch.stream().map(Message::topicId).toArray()));
            statement.setInt(2, count);
            statement.setInt(3, count);
            statement.setArray(
                    4,
                    app.createArrayOf(
                            "bytea", batch.stream().map(Message::payload).toArray(byte[][]::new)));
            statement.execute();
        }
    }

    private static List<Message> samples(Path directory) throws IOException {
        TopicCatalogue catalogue = TopicCatalogue.reference();
        return MessageLoad.read(directory, catalogue).samples().stream()
                .filter(sample ->
                        catalogue.find(sample.topicId()).map(Topic::reliable).orElse(false))
                .toList();
    }
}
