package org.c4igateway.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.c4igateway.bench.database.Database;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.net.Direction;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Messages per second from outbox to inbox through two WAN gateways in network namespaces, beside the bound: the
 * records that full frames carry at the link's rate times the share of frames that are not lost. Loss is behind the
 * shaper, in both directions. Then the latency of FLASH behind a backlog.
 */
final class WanBenchmark implements Benchmark {
    private static final int MESSAGES = 1_000;
    private static final int BYTES = 200;
    private static final int BACKLOG = 10_000;
    private static final int FLASH_AT = 1_000;
    private static final long FRAME_BITS = 1_400 * 8;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final double[] LOSSES = {0.1, 0.3};
    private static final List<Link> LINKS = List.of(
            new Link("128kbit", 128_000, 0.9, new double[] {187, 146}, new double[] {59.9, 46.6}),
            new Link("256kbit", 256_000, 0.9, new double[] {375, 291}, new double[] {120, 93}),
            new Link("2Mbit", 2_000_000, 0.8, new double[] {2_926, 2_276}, new double[] {936, 728}));

    /**
     * A link and its bounds in messages per second, by loss.
     *
     * @param goal least share of the bound
     * @param compressed with compression by three
     * @param plain without
     */
    private record Link(String rate, long bitsPerSecond, double goal, double[] compressed, double[] plain) {
        double[] bounds(boolean withCompression) {
            return withCompression ? compressed : plain;
        }
    }

    @Override
    public String name() {
        return "wan";
    }

    @Override
    public String description() {
        return "1,000 x 200 B through two WAN gateways over an impaired link, beside the bound; FLASH behind a backlog";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            return List.of(Figure.notMeasured("messages per second over the link", obstacle.get()));
        }
        List<Figure> figures = new ArrayList<>();
        for (boolean compression : new boolean[] {true, false}) {
            for (Link link : LINKS) {
                figures.addAll(rates(link, compression, options));
            }
        }
        figures.addAll(flash(LINKS.getFirst(), options));
        return figures;
    }

    private static WanSites open(Link link, boolean compression) throws Exception {
        WanSites sites = WanSites.open(1, new WanSites.Options(link.rate(), compression, List.of()));
        try {
            sites.link().impair(Impairment.ofRate(link.bitsPerSecond()));
            sites.startGateways(PATIENCE);
            sites.mesh().start(Transports.DDS, PATIENCE);
            return sites;
        } catch (IOException | InterruptedException | RuntimeException e) {
            sites.close();
            throw e;
        }
    }

    private static List<Figure> rates(Link link, boolean compression, BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        try (WanSites sites = open(link, compression)) {
            transfer(sites, new WanMessages(999).draw(MESSAGES, BYTES, Precedence.ROUTINE));
            for (int i = 0; i < LOSSES.length; i++) {
                sites.link().impair(Impairment.ofRate(link.bitsPerSecond()).withLoss(LOSSES[i]));
                double[] rates = new double[options.repetitions()];
                for (int seed = 0; seed < rates.length; seed++) {
                    rates[seed] = transfer(sites, new WanMessages(seed + 1).draw(MESSAGES, BYTES, Precedence.ROUTINE));
                }
                double bound = link.bounds(compression)[i];
                String what = String.format(
                        Locale.ROOT,
                        "%s, %.0f %% loss, %s",
                        link.rate(),
                        100 * LOSSES[i],
                        compression ? "compressed" : "plain");
                double[] shares = Arrays.stream(rates).map(rate -> rate / bound).toArray();
                figures.add(Figure.plain(what, "msg/s", rates).withRemark(loss(sites)));
                figures.add(Figure.atLeast(
                        link.goal(), what + ", share of the bound " + Figure.text(bound) + " msg/s", "x", shares));
            }
        }
        return figures;
    }

    private static String loss(WanSites sites) throws IOException {
        DirectionCounters there = sites.link().read(Direction.FORWARD);
        DirectionCounters back = sites.link().read(Direction.BACKWARD);
        return String.format(
                Locale.ROOT,
                "%s; lost %.1f %% of %d packets there, %.1f %% of %d back; %d found a full queue",
                sites.driver().label(),
                100 * there.lossShare(),
                there.lossSeen(),
                100 * back.lossShare(),
                back.lossSeen(),
                there.queueDrops() + back.queueDrops());
    }

    /** @return messages per second, from the commit that showed them to the last inbox row */
    private static double transfer(WanSites sites, WanMessages.Batch messages) throws Exception {
        try (MeshAccount account = MeshAccount.open(sites.mesh(), TopicCatalogue.reference());
                Connection from = sites.mesh().database("ALPHA").openApp();
                Connection to = sites.mesh().database("BRAVO").openOwner()) {
            long before = Database.number(to, "SELECT count(*) FROM c4i.inbox_key");
            long committed = messages.submit(from, "BRAVO");
            Database.awaitNumber(
                    to, "SELECT count(*) FROM c4i.inbox_key", before + messages.count(), (int) PATIENCE.toSeconds());
            long last = Database.number(
                    to, "SELECT (extract(epoch FROM max(received_at)) * 1000000)::bigint FROM c4i.inbox");
            settle(account);
            return messages.count() / ((last - committed) / 1e6);
        }
    }

    private static void settle(MeshAccount account) throws SQLException, InterruptedException {
        account.settle(PATIENCE, pending -> {});
        AuditResult found = account.audit(Instant.EPOCH);
        if (!found.clean()) {
            throw new IllegalStateException(found.report());
        }
    }

    private static List<Figure> flash(Link link, BenchOptions options) throws Exception {
        double[] median = new double[options.repetitions()];
        double[] high = new double[options.repetitions()];
        int count = 0;
        try (WanSites sites = open(link, true)) {
            transfer(sites, new WanMessages(999).draw(MESSAGES, BYTES, Precedence.ROUTINE));
            sites.link().impair(Impairment.ofRate(link.bitsPerSecond()).withLoss(LOSSES[0]));
            for (int seed = 0; seed < median.length; seed++) {
                Histogram micros = flashes(sites, seed + 1, options.scaled(BACKLOG));
                median[seed] = micros.getValueAtPercentile(50) / 1_000.0;
                high[seed] = micros.getValueAtPercentile(99) / 1_000.0;
                count += (int) micros.getTotalCount();
            }
        }
        String what = String.format(
                Locale.ROOT, "FLASH behind %,d ROUTINE, %s, 10 %% loss", options.scaled(BACKLOG), link.rate());
        double goal = 3 * FRAME_BITS * 1_000.0 / link.bitsPerSecond();
        return List.of(
                Figure.plain(what + ", row to row, p50", "ms", median),
                Figure.atMost(goal, what + ", row to row, p99", "ms", high)
                        .withRemark(count + " of them; goal: two frame times and a repair of one"));
    }

    private static Histogram flashes(WanSites sites, long seed, int backlog) throws Exception {
        WanMessages messages = new WanMessages(seed);
        Histogram micros = new Histogram(Duration.ofMinutes(10).toNanos() / 1_000, 3);
        try (MeshAccount account = MeshAccount.open(sites.mesh(), TopicCatalogue.reference());
                Connection from = sites.mesh().database("ALPHA").openApp();
                Connection to = sites.mesh().database("BRAVO").openOwner()) {
            long before = Database.number(to, "SELECT coalesce(max(received_id), 0) FROM c4i.inbox");
            messages.draw(backlog, BYTES, Precedence.ROUTINE).submit(from, "BRAVO");
            Pause.of(Duration.ofSeconds(2));
            while (account.pending() > backlog * (long) FLASH_AT / BACKLOG) {
                messages.draw(1, BYTES, Precedence.FLASH).submit(from, "BRAVO");
                Pause.of(Duration.ofMillis(300 + seed * 17 % 100));
            }
            settle(account);
            for (long each : WanMessages.latencies(to, before, Precedence.FLASH)) {
                micros.recordValue(each);
            }
        }
        return micros;
    }
}
