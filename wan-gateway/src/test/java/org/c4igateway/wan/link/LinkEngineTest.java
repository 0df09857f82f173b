package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.junit.jupiter.api.Test;

/** A link comes up, and sends by precedence. */
class LinkEngineTest extends LinkEngineFixture {
    @Test
    void meetsWithinTwoRoundTripsAndDeliversRightThen() {
        SimSite a = site("A", 10_000_000);
        SimSite b = site("B", 10_000_000);
        link(a, b);
        world.start();
        SimItem early = offer(a, Precedence.ROUTINE, 100);

        run(2 * ROUND_TRIP);

        assertThat(a.lastChange).containsEntry("B", PeerChange.UP);
        assertThat(b.lastChange).containsEntry("A", PeerChange.UP);
        assertThat(early.arrivalsAt("B")).isEqualTo(1);
        assertThat(a.snapshot().peers().getFirst().roundTripNanos()).isCloseTo(ROUND_TRIP, Offset.offset(MILLI));
    }

    /** Before the middleware knows the peer, nothing arrives there and the pauses between greetings have grown. */
    @Test
    void meetsAtOnceOnANarrowLinkWhenThePeerIsFound() {
        SimSite a = site("A", 128_000);
        SimSite b = site("B", 128_000);
        SimChannel there = world.connect(a, b, ROUND_TRIP / 2);
        SimChannel back = world.connect(b, a, ROUND_TRIP / 2);
        there.broken = true;
        back.broken = true;
        world.start();
        run(10 * SECOND);
        assertThat(a.engine().isUp()).isFalse();

        there.broken = false;
        back.broken = false;
        a.engine().found();
        a.pump();
        b.engine().found();
        b.pump();

        run(3 * ROUND_TRIP + 100 * MILLI);

        assertThat(a.lastChange).containsEntry("B", PeerChange.UP);
        assertThat(b.lastChange).containsEntry("A", PeerChange.UP);
    }

    @Test
    void knocksSparinglyAtAPeerThatIsNotThere() {
        for (long rate : new long[] {9_600, 128_000, 10_000_000}) {
            SimSite a = site("A" + rate, rate);
            SimSite b = site("B" + rate, rate);
            world.connect(a, b, ROUND_TRIP / 2).broken = true;
            a.start();
            offer(a, Precedence.FLASH, 100);

            run(3_600 * SECOND);

            assertThat(a.shaper.wireBytes * 8.0 / 3_600 / rate).isLessThan(0.05);
            assertThat(a.snapshot().levels().getFirst().queued()).isEqualTo(1);
        }
    }

    @Test
    void isNeverUpWithAPeerThatDoesNotHear() {
        SimSite a = site("A", 128_000);
        SimSite b = site("B", 128_000);
        world.connect(a, b, ROUND_TRIP / 2).broken = true;
        world.connect(b, a, ROUND_TRIP / 2);
        world.start();

        run(60 * SECOND);

        assertThat(a.engine().isUp()).isFalse();
        assertThat(b.engine().isUp()).isFalse();
        assertThat(a.snapshot().peers().getFirst().session()).isPositive();
    }

    @Test
    void letsFlashWaitForOneFrameAtMost() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        run(SECOND);
        for (int i = 0; i < 500; i++) {
            offer(a, Precedence.ROUTINE, 1_000);
        }
        for (int i = 0; i < 20; i++) {
            SimItem flash = offer(a, Precedence.FLASH, 200);
            long offered = world.time.nowNanos();
            run(400 * MILLI + i * 7L * MILLI);
            long frame = 1_400L * 8 * SECOND / 128_000;
            long itself = 400L * 8 * SECOND / 128_000;
            assertThat(flash.arrivedNanos - offered).isPositive().isLessThan(frame + itself + ROUND_TRIP / 2 + MILLI);
        }
    }

    @Test
    void leavesRoutineItsFloor() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        run(SECOND);
        for (int i = 0; i < 1_000; i++) {
            offer(a, Precedence.FLASH, 1_000);
            offer(a, Precedence.ROUTINE, 1_000);
        }

        run(50 * SECOND);

        List<LevelTally> levels = a.snapshot().levels();
        double routine = levels.get(3).traffic().wireBytes();
        assertThat(routine / (routine + levels.get(0).traffic().wireBytes())).isCloseTo(0.05, Offset.offset(0.01));
    }

    @Test
    void refusesAPeerItDoesNotKnow() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        Datagram datagram = new Datagram(1, 0, Optional.empty(), List.of(), Optional.empty(), false);

        assertThatThrownBy(() -> a.engine().receive("C", datagram, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesTheShapersQueueEmpty() {
        for (long rate : new long[] {9_600, 256_000, 100_000_000}) {
            SimSite a = site("A" + rate, rate);
            link(a, site("B" + rate, rate));
            world.sites.reversed().subList(0, 2).forEach(SimSite::start);
            run(2 * SECOND);
            for (int i = 0; i < 100; i++) {
                offer(a, Precedence.ROUTINE, 700);
            }
            run(120 * SECOND);

            assertThat(a.shaper.longestQueueNanos()).isLessThanOrEqualTo(MILLI);
            assertThat(a.offered.values()).allMatch(item -> item.ending == RecordOutcome.ACKED);
        }
    }

    @Test
    void showsHowLongTheOldestHasWaited() {
        SimSite a = site("A", 9_600);
        link(a, site("B", 9_600));
        a.start();
        offer(a, Precedence.PRIORITY, 100);
        run(7 * SECOND);

        assertThat(a.snapshot().oldestWaitingNanos()).containsExactly(0L, 0L, 7 * SECOND, 0L);
        assertThat(a.snapshot().peers().getFirst().up()).isFalse();
    }
}
