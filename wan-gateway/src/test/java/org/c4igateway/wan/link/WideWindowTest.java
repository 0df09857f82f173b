package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.link.measure.PeerSnapshot;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Links whose rate times round trip is more than the windows of the levels. */
@Tag("slow")
class WideWindowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long RATE = 100_000_000;
    private static final long ROUND_TRIP = 600_000_000;
    private static final int WINDOW = LinkSettings.Bounds.DEFAULT.windowFrames();

    @ParameterizedTest
    @CsvSource({"100000000, 600, 0.1", "1000000000, 100, 0.1"})
    void fillsTheLink(long rate, long roundTripMillis, double loss) {
        LinkRange link = new LinkRange(LinkSettings.at(rate), roundTripMillis * 1_000_000, loss, 7);

        assertThat(link.share()).isGreaterThan(0.95);
        assertThat(link.mostInFlight())
                .isLessThanOrEqualTo(WINDOW + LinkSettings.at(rate).bounds().wideFrames());
    }

    /** As a release before this one has it: it tells no window, and refuses feedback in parts. */
    @Test
    void staysWithinTheOrdinaryWindowOfAPeerThatTellsNone() {
        SimWorld world = world(LinkSettings.at(RATE), narrow());
        SimSite from = world.sites.getFirst();
        List<SimItem> items = offer(world, from, 20_000, Precedence.ROUTINE);
        int[] most = {0};
        from.onPump = () -> most[0] = Math.max(most[0], from.snapshot().retainedFrames());

        assertThat(world.runUntilDone(world.time.nowNanos() + 1_000 * SECOND)).isTrue();

        assertThat(most[0]).isLessThanOrEqualTo(WINDOW + 1);
        assertArrived(items, world.sites.getLast());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3})
    void everyRecordArrivesOnceInOrder(long seed) {
        SimWorld world = world(LinkSettings.at(RATE), LinkSettings.at(RATE));
        for (SimChannel channel : world.channels) {
            channel.loss = 0.1 * seed;
            channel.reordering = 0.2;
            channel.duplication = 0.1;
            channel.jitterNanos = ROUND_TRIP / 4;
        }
        SimSite from = world.sites.getFirst();
        SimSite to = world.sites.getLast();
        List<SimItem> items = offer(world, from, 30_000, Precedence.ROUTINE);
        items.addAll(offer(world, from, 30_000, Precedence.PRIORITY));
        int[] kept = {0};
        to.onPump = () -> kept[0] = Math.max(
                kept[0],
                to.snapshot().peers().stream()
                        .mapToInt(PeerSnapshot::waitingFrames)
                        .max()
                        .orElse(0));

        assertThat(world.runUntilDone(world.time.nowNanos() + 1_000 * SECOND)).isTrue();

        assertThat(kept[0]).as("so that feedback has parts").isGreaterThan(WINDOW);
        assertArrived(items, to);
        assertThat(to.snapshot().peers().getFirst().received().faults().beyondWindow())
                .isZero();
    }

    /** It would refuse the whole datagram. */
    @Test
    void tellsNoPartsInAGroupWithAMemberThatDoesNotUnderstandThem() {
        SimWorld world = new SimWorld(9);
        SimSite from = world.site("A", LinkSettings.at(RATE));
        SimSite wide = world.site("B", LinkSettings.at(RATE));
        SimSite narrow = world.site("C", narrow());
        for (SimSite one : world.sites) {
            world.sites.stream()
                    .filter(other -> other != one)
                    .forEach(other -> world.connect(one, other, ROUND_TRIP / 2));
        }
        world.start();
        world.runUntil(10 * SECOND);
        world.channels.getFirst().loss = 0.1;
        DatagramOpener opener = new DatagramOpener("B", KeyRing.unsealed());
        int[] longest = {0};
        wide.onSent = sent -> longest[0] = Math.max(longest[0], longestOf(opener.open(sent.body())));
        List<SimItem> items = offer(world, from, 15_000, Precedence.ROUTINE);

        assertThat(world.runUntilDone(world.time.nowNanos() + 1_000 * SECOND)).isTrue();

        assertThat(longest[0]).as("as much as fits").isGreaterThan(5_000);
        assertArrived(items, wide);
        assertArrived(items, narrow);
    }

    private static int longestOf(OpenResult result) {
        return result instanceof OpenResult.Opened opened
                ? opened.datagram().feedback().stream()
                        .flatMap(feedback -> feedback.levels().stream())
                        .peek(level -> assertThat(level.isPart()).isFalse())
                        .mapToInt(level -> level.received().length())
                        .max()
                        .orElse(0)
                : 0;
    }

    /** An outage leaves a gap longer than one feedback describes. */
    @Test
    void repairsAGapOfAnOutage() {
        long gigabit = 1_000_000_000;
        SimWorld world = world(LinkSettings.at(gigabit), LinkSettings.at(gigabit));
        SimSite from = world.sites.getFirst();
        List<SimItem> items = offer(world, from, 95_000, Precedence.ROUTINE);
        SimChannel there = world.channels.getFirst();
        long begin = world.time.nowNanos();
        world.time.at(begin + SECOND / 50, () -> there.broken = true);
        world.time.at(begin + 92 * SECOND / 100, () -> there.broken = false);

        assertThat(world.runUntilDone(begin + 100 * SECOND)).isTrue();

        assertArrived(items, world.sites.getLast());
        assertThat(from.downs).isZero();
    }

    private static LinkSettings narrow() {
        LinkSettings settings = LinkSettings.at(RATE);
        return new LinkSettings(
                settings.rate(), settings.shares(), settings.bounds().wide(0), settings.patience());
    }

    private static SimWorld world(LinkSettings first, LinkSettings second) {
        SimWorld world = new SimWorld(9);
        SimSite from = world.site("A", first);
        SimSite to = world.site("B", second);
        world.connect(from, to, ROUND_TRIP / 2).loss = 0.1;
        world.connect(to, from, ROUND_TRIP / 2).loss = 0.1;
        world.start();
        world.runUntil(10 * SECOND);
        return world;
    }

    private static List<SimItem> offer(SimWorld world, SimSite from, int records, Precedence precedence) {
        List<SimItem> items = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            items.add(world.item(
                    1_100,
                    new SimItem.Template(
                            precedence, new StreamKey("A", "T"), DeliveryOptions.reliable(Long.MAX_VALUE))));
            from.offer(items.getLast());
        }
        return items;
    }

    private static void assertArrived(List<SimItem> items, SimSite to) {
        assertThat(items)
                .allSatisfy(item -> assertThat(item.arrivalsAt(to.name)).isEqualTo(1));
        for (Precedence precedence : Precedence.values()) {
            List<Long> order = to.arrivals.stream()
                    .map(arrival -> arrival.item().item)
                    .filter(item -> item.precedence() == precedence)
                    .map(item -> item.id())
                    .toList();
            assertThat(order).isSorted();
        }
    }
}
