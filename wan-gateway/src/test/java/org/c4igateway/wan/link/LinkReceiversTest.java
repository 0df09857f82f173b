package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** One sending for several receivers. */
class LinkReceiversTest extends LinkEngineFixture {
    @Test
    void servesAllReceiversWithOneSending() {
        SimSite a = site("A", 1_000_000);
        for (int i = 0; i < 4; i++) {
            link(a, site("B" + i, 1_000_000));
        }
        world.start();
        run(SECOND);
        for (int i = 0; i < 100; i++) {
            offer(a, Precedence.ROUTINE, 1_000);
        }
        run(10 * SECOND);

        assertThat(a.offered.values())
                .allMatch(item -> item.ending == RecordOutcome.ACKED && item.arrivals.size() == 4);
        LevelTally.Frames traffic = a.snapshot().levels().get(3).traffic();
        assertThat(traffic.frames()).isBetween(80L, 90L);
        assertThat(traffic.repaired() + traffic.repeated()).isZero();
    }

    @Test
    void doesNotHoldUpOthersForAReceiverThatIsAway() {
        SimSite a = site("A", 1_000_000);
        SimSite b = site("B", 1_000_000);
        SimSite c = site("C", 1_000_000);
        link(a, b);
        link(a, c);
        world.start();
        run(SECOND);
        List<SimChannel> toC = world.channels.subList(2, 4);
        toC.forEach(channel -> channel.broken = true);
        run(20 * SECOND);
        for (int i = 0; i < 2_000; i++) {
            offer(a, Precedence.ROUTINE, 1_000);
        }
        run(60 * SECOND);
        assertThat(b.arrivals).hasSize(2_000);
        assertThat(a.snapshot().levels().get(3).inFlight()).isEqualTo(2_000);

        toC.forEach(channel -> channel.broken = false);
        run(60 * SECOND);

        assertThat(arrivalsAt(c)).hasSize(2_000).isSorted();
        assertThat(a.offered.values()).allMatch(item -> item.ending == RecordOutcome.ACKED);
    }

    @Test
    void forgetsForAnAbsentReceiverWhatIsBeyondTheBound() {
        LinkSettings.Bounds bounds = new LinkSettings.Bounds(10_000, 1 << 24, 1 << 16, 16, 64);
        LinkSettings settings = new LinkSettings(
                LinkSettings.Rate.of(1_000_000), LinkSettings.Shares.DEFAULT, bounds, LinkSettings.Patience.DEFAULT);
        SimSite a = world.site("A", settings);
        SimSite b = world.site("B", settings);
        SimSite c = world.site("C", settings);
        link(a, b);
        link(a, c);
        world.start();
        run(SECOND);
        List<SimChannel> toC = world.channels.subList(2, 4);
        toC.forEach(channel -> channel.broken = true);
        run(20 * SECOND);
        for (int i = 0; i < 500; i++) {
            offer(a, Precedence.ROUTINE, 1_000);
        }
        run(60 * SECOND);
        assertThat(a.snapshot().retainedFrames()).isLessThanOrEqualTo(64);
        toC.forEach(channel -> channel.broken = false);
        run(60 * SECOND);

        long dropped = a.offered.values().stream()
                .filter(item -> item.ending == RecordOutcome.DROPPED_FOR_ABSENT)
                .count();
        assertThat(dropped).isGreaterThan(400);
        assertThat(b.arrivals).hasSize(500);
        assertThat(c.arrivals).hasSize((int) (500 - dropped));
        assertThat(arrivalsAt(c)).isSorted();
    }
}
