package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.CompressionLevel;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * Measures the engine on virtual time: throughput beside the bounds, and the latency of FLASH behind a backlog.
 * Arguments: number of seeds, then any of {@code throughput}, {@code plain}, {@code flash}, {@code range},
 * {@code wide}, {@code lives}, {@code cell RATE/MILLIS/LOSS}; the first three when none is given. A cell is one link in
 * the long run, such as {@code 1000000000/1500/0.5}: bit/s, round trip in milliseconds, share of frames lost each way.
 */
final class LinkBenchmark {
    private static final long SECOND = 1_000_000_000L;
    private static final long ROUND_TRIP = 10_000_000L;
    private static final long[] RATES = {128_000, 256_000, 2_000_000};
    private static final double[] LOSSES = {0.1, 0.3};
    private static final double[][] COMPRESSED = {{187, 375, 2_926}, {146, 291, 2_276}};
    private static final double[][] PLAIN = {{59.9, 120, 936}, {46.6, 93, 728}};
    private static final int MESSAGES = 1_000;

    private LinkBenchmark() {}

    public static void main(String[] arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        List<String> parts = arguments.length > 1
                ? Arrays.asList(arguments).subList(1, arguments.length)
                : List.of("throughput", "plain", "flash");
        if (parts.contains("throughput")) {
            throughput(seeds, true, COMPRESSED);
        }
        if (parts.contains("plain")) {
            throughput(seeds, false, PLAIN);
        }
        if (parts.contains("flash")) {
            flash(seeds, 128_000, 0.1);
            flash(seeds, 128_000, 0.3);
        }
        if (parts.contains("range")) {
            LinkRangeReport.range();
        }
        if (parts.contains("wide")) {
            LinkRangeReport.wide();
        }
        if (parts.contains("lives")) {
            lives(seeds);
        }
        int cell = parts.indexOf("cell");
        if (cell >= 0) {
            parts.subList(cell + 1, parts.size()).forEach(each -> LinkRangeReport.cell(seeds, each));
        }
    }

    private static void lives(int seeds) {
        long start = System.nanoTime();
        for (long seed = 1; seed <= seeds; seed++) {
            LinkSimulationTest.live(seed);
        }
        System.out.printf(Locale.ROOT, "%d lives of a link in %d s%n", seeds, (System.nanoTime() - start) / SECOND);
    }

    private static void throughput(int seeds, boolean compressed, double[][] bounds) {
        System.out.printf(
                Locale.ROOT,
                "%d messages, %s, round trip %d ms, loss both ways after the shaper, %d seeds: median (least to most)%n",
                MESSAGES,
                compressed ? "compressed" : "plain",
                ROUND_TRIP / 1_000_000,
                seeds);
        for (int l = 0; l < LOSSES.length; l++) {
            for (int r = 0; r < RATES.length; r++) {
                double[] results = new double[seeds];
                Pair pair = null;
                for (int seed = 0; seed < seeds; seed++) {
                    pair = new Pair(seed + 1, RATES[r], LOSSES[l], compressed);
                    results[seed] = pair.messagesPerSecond();
                }
                Arrays.sort(results);
                double median = results[seeds / 2];
                System.out.printf(
                        Locale.ROOT,
                        "  %4.0f kbit/s %2.0f %%: %7.1f (%.1f to %.1f) msg/s, bound %.1f, %.1f %%; %s%n",
                        RATES[r] / 1e3,
                        100 * LOSSES[l],
                        median,
                        results[0],
                        results[seeds - 1],
                        bounds[l][r],
                        100 * median / bounds[l][r],
                        pair == null ? "" : pair.traffic());
            }
        }
    }

    private static void flash(int seeds, long rate, double loss) {
        List<Double> latencies = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            latencies.addAll(new Pair(seed, rate, loss, true).flashLatencies());
        }
        latencies.sort(null);
        double frame = 1_400 * 8e3 / rate;
        double goal = 3 * (ROUND_TRIP / 1e6 + frame);
        System.out.printf(
                Locale.ROOT,
                "FLASH behind 10,000 ROUTINE at %d kbit/s, %.0f %% loss: p50 %.0f, p90 %.0f, p99 %.0f, p99.9 %.0f, worst %.0f ms of"
                        + " %d; goal p99 %.0f ms = 2 x (round trip + frame) and a repair of the same length%n",
                rate / 1_000,
                100 * loss,
                percentile(latencies, 0.5),
                percentile(latencies, 0.9),
                percentile(latencies, 0.99),
                percentile(latencies, 0.999),
                latencies.getLast(),
                latencies.size(),
                goal);
    }

    private static double percentile(List<Double> sorted, double rank) {
        return sorted.get((int) Math.min(sorted.size() - 1, Math.ceil(rank * sorted.size()) - 1));
    }

    /** Two sites and a link between them. */
    private static final class Pair {
        private final SimWorld world;
        private final SimSite from;
        private final SimSite to;
        private final SimMessages messages;
        private final StreamKey stream = new StreamKey("ALPHA", "T");

        Pair(long seed, long rate, double loss, boolean compressed) {
            world = new SimWorld(seed);
            messages = new SimMessages(seed + 1_000);
            LinkSettings settings = LinkSettings.at(rate);
            from = world.site("A", settings);
            to = world.site("B", settings);
            world.connect(from, to, ROUND_TRIP / 2).loss = loss;
            world.connect(to, from, ROUND_TRIP / 2).loss = loss;
            world.sites.forEach(site -> site.seal(KeyRing.of(1, Map.of(1, new byte[KeyRing.KEY_BYTES]))));
            if (compressed) {
                for (SimSite site : world.sites) {
                    CompressionDictionary dictionary =
                            CompressionDictionary.shipped().getFirst();
                    site.compression(
                            ChunkPacker.compressing(dictionary, CompressionLevel.forRate(rate)),
                            new ChunkUnpacker(CompressionDictionary.shipped()));
                }
            }
            world.start();
            world.runUntil(5 * SECOND);
            while (!from.engine().isUp()) {
                world.runUntil(world.time.nowNanos() + SECOND);
            }
        }

        private SimItem item(byte[] record, Precedence precedence) {
            return world.item(
                    record, new SimItem.Template(precedence, stream, DeliveryOptions.reliable(Long.MAX_VALUE)));
        }

        double messagesPerSecond() {
            List<byte[]> records = messages.records(MESSAGES, 200);
            long begin = world.time.nowNanos();
            List<SimItem> items = new ArrayList<>();
            for (byte[] record : records) {
                items.add(item(record, Precedence.ROUTINE));
                from.offer(items.getLast());
            }
            if (!world.runUntilDone(begin + 4_000 * SECOND)) {
                throw new AssertionError("not done: " + from.snapshot());
            }
            long end = items.stream().mapToLong(each -> each.arrivedNanos).max().orElseThrow();
            return MESSAGES / ((end - begin) / 1e9);
        }

        List<Double> flashLatencies() {
            Random random = new Random(world.seed());
            for (byte[] record : messages.records(10_000, 200)) {
                from.offer(item(record, Precedence.ROUTINE));
            }
            List<SimItem> flashes = new ArrayList<>();
            List<Long> offered = new ArrayList<>();
            world.runUntil(world.time.nowNanos() + 2 * SECOND);
            while (from.snapshot().levels().getLast().queued() > 1_000) {
                SimItem flash = item(messages.record(200, Precedence.FLASH), Precedence.FLASH);
                flashes.add(flash);
                offered.add(world.time.nowNanos());
                from.offer(flash);
                world.runUntil(world.time.nowNanos() + SECOND / 2 + random.nextInt(1_000) * 1_000_000L);
            }
            world.runUntilDone(world.time.nowNanos() + 600 * SECOND);
            List<Double> latencies = new ArrayList<>();
            for (int i = 0; i < flashes.size(); i++) {
                latencies.add((flashes.get(i).arrivedNanos - offered.get(i)) / 1e6);
            }
            return latencies;
        }

        String traffic() {
            LevelTally.Frames frames = from.snapshot().levels().getLast().traffic();
            return String.format(
                    Locale.ROOT,
                    "texts of %.0f B, %d frames of %.1f records and %.0f wire bytes, %d repaired, %d repeated, %d + %d control bytes, lost %.3f",
                    messages.averagePayloadBytes(),
                    frames.frames(),
                    (double) MESSAGES / frames.frames(),
                    (double) frames.wireBytes() / (frames.frames() + frames.repaired() + frames.repeated()),
                    frames.repaired(),
                    frames.repeated(),
                    from.snapshot().controlWireBytes(),
                    to.snapshot().controlWireBytes(),
                    (double) world.channels.getFirst().lost / world.channels.getFirst().carried);
        }
    }
}
