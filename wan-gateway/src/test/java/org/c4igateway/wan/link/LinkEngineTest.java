package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.measure.LevelTally;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.record.StreamKey;
import org.c4igateway.wan.link.settings.LinkBounds;
import org.c4igateway.wan.link.settings.LinkPatience;
import org.c4igateway.wan.link.settings.LinkRate;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.link.settings.LinkShares;
import org.junit.jupiter.api.Test;

class LinkEngineTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long ROUND_TRIP = 20 * MILLI;

    private final SimWorld world = new SimWorld(1);

    private SimSite site(String name, long bitsPerSecond) {
        return world.site(name, LinkSettings.at(bitsPerSecond));
    }

    private void link(SimSite one, SimSite other) {
        world.connect(one, other, ROUND_TRIP / 2);
        world.connect(other, one, ROUND_TRIP / 2);
    }

    private void breakAll(boolean broken) {
        world.channels.forEach(channel -> channel.broken = broken);
    }

    private SimItem offer(SimSite site, Precedence precedence, int size) {
        return offer(site, precedence, size, "T", DeliveryOptions.reliable(Long.MAX_VALUE));
    }

    private SimItem offer(
            SimSite site, Precedence precedence, int size, String topic, DeliveryOptions deliveryOptions) {
        SimItem item =
                world.item(size, new SimItem.Template(precedence, new StreamKey("ALPHA", topic), deliveryOptions));
        site.offer(item);
        return item;
    }

    private void run(long nanos) {
        world.runUntil(world.time.nowNanos() + nanos);
    }

    private static List<Long> arrivalsAt(SimSite site) {
        return site.arrivals.stream().map(arrival -> arrival.item().item.id()).toList();
    }

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
    void sendsTheNewestFlashFirstAfterAnOutage() {
        SimSite a = site("A", 128_000);
        SimSite b = site("B", 128_000);
        link(a, b);
        world.start();
        run(SECOND);
        breakAll(true);
        offer(a, Precedence.FLASH, 100);
        run(60 * SECOND);
        assertThat(a.lastChange).containsEntry("B", PeerChange.DOWN);
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            expected.addFirst(offer(a, Precedence.FLASH, 100, "T" + i, DeliveryOptions.reliable(Long.MAX_VALUE))
                    .item
                    .id());
        }
        breakAll(false);
        run(2 * SECOND);

        assertThat(arrivalsAt(b))
                .startsWith(0L)
                .endsWith(expected.toArray(Long[]::new))
                .hasSize(6);
        assertThat(a.lastChange).containsEntry("B", PeerChange.UP);
    }

    @Test
    void isUpAgainWithinASecondAfterAFade() {
        SimSite a = site("A", 64_000);
        SimSite b = site("B", 64_000);
        link(a, b);
        world.start();
        run(SECOND);
        breakAll(true);
        SimItem item = offer(a, Precedence.FLASH, 100);
        run(7_200 * SECOND);
        breakAll(false);

        run(SECOND);

        assertThat(item.arrivalsAt("B")).isEqualTo(1);
    }

    @Test
    void endsWhatExpiresDuringAnOutageWithoutSendingIt() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        run(SECOND);
        breakAll(true);
        run(30 * SECOND);
        SimItem item =
                offer(a, Precedence.FLASH, 100, "T", DeliveryOptions.reliable(world.time.nowNanos() + 5 * SECOND));
        run(30 * SECOND);
        breakAll(false);
        run(30 * SECOND);

        assertThat(item.ending).isEqualTo(RecordOutcome.EXPIRED);
        assertThat(item.arrivals).isEmpty();
        assertThat(a.snapshot().levels().getFirst().traffic().frames()).isZero();
    }

    @Test
    void sendsAgainWhatARestartedPeerHadNotConfirmed() {
        SimSite a = site("A", 128_000);
        SimSite b = site("B", 128_000);
        link(a, b);
        world.start();
        run(SECOND);
        for (int i = 0; i < 50; i++) {
            offer(a, Precedence.ROUTINE, 500);
        }
        run(SECOND);
        int before = b.arrivals.size();
        assertThat(a.offered.values().stream().filter(item -> item.begun).count())
                .as("what was sent, confirmed or not")
                .isGreaterThanOrEqualTo(before)
                .isLessThan(50);
        b.start();
        run(10 * SECOND);

        assertThat(before).isBetween(5, 45);
        assertThat(a.changes).containsSubsequence(PeerChange.UP, PeerChange.RESTARTED, PeerChange.UP);
        assertThat(a.offered.values())
                .allMatch(item -> item.ending == RecordOutcome.ACKED && item.arrivalsAt("B") >= 1);
        assertThat(arrivalsAt(b).subList(before, b.arrivals.size())).isSorted();
    }

    @Test
    void doesNotTakeFramesThatArePlayedBack() {
        SimSite a = site("A", 128_000);
        SimSite b = site("B", 128_000);
        link(a, b);
        List<byte[]> recorded = new ArrayList<>();
        a.onSent = out -> recorded.add(out.body());
        world.start();
        offer(a, Precedence.FLASH, 100);
        run(10 * SECOND);
        assertThat(b.arrivals).hasSize(1);
        breakAll(true);
        b.start();

        recorded.forEach(datagram -> b.receive("A", datagram));
        run(10 * SECOND);

        assertThat(b.arrivals).hasSize(1);
        assertThat(b.snapshot().peers().getFirst().received().faults().notAccepted())
                .isPositive();
    }

    @Test
    void saysWhenThePeerKnowsALaterSession() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        run(SECOND);

        Hello hello = new Hello("B", 1, 0, List.of(), List.of(a.snapshot().session() + 5));
        long later = a.sessionOf("B") + 1;
        a.engine()
                .receive(
                        "B",
                        new Datagram(later, 0, Optional.of(hello), List.of(), Optional.empty(), true),
                        world.time.nowNanos());

        assertThat(a.changes).endsWith(PeerChange.RESTARTED, PeerChange.KNOWS_LATER_SESSION);
        assertThat(a.peerSessions).containsEntry("B", a.snapshot().session() + 5);
    }

    @Test
    void ignoresFeedbackAboutWhatWasNeverSent() {
        SimSite a = site("A", 128_000);
        link(a, site("B", 128_000));
        world.start();
        run(SECOND);
        long session = a.snapshot().session();
        long theirs = a.sessionOf("B");

        Feedback future = new Feedback(session, 1_000_000, 1, 0, List.of());
        Feedback levels = new Feedback(session, 1, 1, 0, List.of(LevelFeedback.complete(0, 7)));
        for (Feedback feedback : List.of(future, levels)) {
            a.engine()
                    .receive(
                            "B",
                            new Datagram(theirs, 900, Optional.empty(), List.of(feedback), Optional.empty(), false),
                            world.time.nowNanos());
        }

        assertThat(a.snapshot().peers().getFirst().received().faults().implausible())
                .isEqualTo(2);
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
        LinkBounds bounds = new LinkBounds(10_000, 1 << 24, 1 << 16, 16, 64);
        LinkSettings settings =
                new LinkSettings(LinkRate.of(1_000_000), LinkShares.DEFAULT, bounds, LinkPatience.DEFAULT);
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
