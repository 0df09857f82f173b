package org.c4igateway.wan.link;

import java.time.Duration;
import java.util.Locale;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;

/** What links of many rates, round trips and losses carry beside what they could; printed for {@link LinkBenchmark}. */
final class LinkRangeReport {
    private static final long SECOND = 1_000_000_000L;
    private static final long FIRST_SEED = 7;
    private static final int RANGE_RECORD = 1_000;
    /** More are not kept: beyond, what arrives in the long run is measured. */
    private static final int RANGE_RECORDS = 40_000;
    /** What a frame holds of such records, with their heads. */
    private static final int RANGE_ROOM = 1_226;

    private LinkRangeReport() {}

    /** How much of what is left of the link's rate by loss carries records, over the range of links that must work. */
    static void range() {
        System.out.printf(
                Locale.ROOT,
                "Records carried, as a share of what full frames carry at rate x (1 - loss), by round trip 1 / 100 / 600 / 1,500 ms:%n");
        for (long rate : new long[] {9_600, 128_000, 2_000_000, 100_000_000, 1_000_000_000}) {
            for (double loss : new double[] {0, 0.1, 0.3, 0.5}) {
                StringBuilder line = new StringBuilder();
                for (long millis : new long[] {1, 100, 600, 1_500}) {
                    line.append(String.format(Locale.ROOT, " %5.1f %%", 100 * share(rate, millis * 1_000_000, loss)));
                }
                System.out.printf(Locale.ROOT, "  %10d bit/s, loss %2.0f %%: %s%n", rate, 100 * loss, line);
            }
        }
    }

    private static double share(long rate, long roundTrip, double loss) {
        if (records(rate, roundTrip) > RANGE_RECORDS) {
            return new LinkRange(LinkSettings.at(rate), roundTrip, loss, FIRST_SEED).share();
        }
        SimWorld world = new SimWorld(FIRST_SEED);
        SimSite from = world.site("A", LinkSettings.at(rate));
        SimSite to = world.site("B", LinkSettings.at(rate));
        world.connect(from, to, roundTrip / 2).loss = loss;
        world.connect(to, from, roundTrip / 2).loss = loss;
        world.start();
        world.runUntil(10 * SECOND);
        while (!from.engine().isUp()) {
            world.runUntil(world.time.nowNanos() + SECOND);
        }
        int records = (int) records(rate, roundTrip);
        long begin = world.time.nowNanos();
        for (int i = 0; i < records; i++) {
            from.offer(world.item(
                    RANGE_RECORD,
                    new SimItem.Template(
                            Precedence.ROUTINE, new StreamKey("A", "T"), DeliveryOptions.reliable(Long.MAX_VALUE))));
        }
        if (!world.runUntilDone(begin + 100_000 * SECOND)) {
            throw new AssertionError("not done: " + from.snapshot());
        }
        double seconds = (world.time.nowNanos() - begin) / 1e9;
        double carried = (double) records * RANGE_RECORD / RANGE_ROOM * FrameLimits.WIRE_BYTES * 8;
        return carried / seconds / rate / (1 - loss);
    }

    /** The same of the links whose rate times round trip is large, with what their windows took. */
    static void wide() {
        for (long rate : new long[] {100_000_000, 1_000_000_000}) {
            for (long millis : new long[] {100, 600, 1_500}) {
                for (double loss : new double[] {0, 0.1, 0.3, 0.5}) {
                    if (records(rate, millis * 1_000_000) > RANGE_RECORDS) {
                        longRun(rate, millis, loss, FIRST_SEED);
                    }
                }
            }
        }
    }

    static void cell(int seeds, String cell) {
        String[] parts = cell.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(cell + ": a cell is RATE/MILLIS/LOSS, such as 100000000/600/0.1");
        }
        for (int seed = 0; seed < seeds; seed++) {
            longRun(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Double.parseDouble(parts[2]),
                    FIRST_SEED + seed);
        }
    }

    private static void longRun(long rate, long millis, double loss, long seed) {
        Duration before = processor();
        LinkRange range = new LinkRange(LinkSettings.at(rate), millis * 1_000_000, loss, seed);
        double share = range.share();
        System.out.printf(
                Locale.ROOT,
                "  %10d bit/s, %4d ms, loss %2.0f %%, seed %d: %5.1f %%; %s; processor %.1f s%n",
                rate,
                millis,
                100 * loss,
                seed,
                100 * share,
                range.use(),
                processor().minus(before).toMillis() / 1e3);
    }

    /** Processor time of this process so far, the compilers and the collector included. */
    private static Duration processor() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /** Records that fill a link for thirty round trips. */
    private static double records(long rate, long roundTrip) {
        return 400 + 30 * roundTrip / (1_400 * 8e9 / rate);
    }
}
