package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.junit.jupiter.api.Test;

/** Outages, restarts of the other end, and frames that do not belong to the session. */
class LinkRecoveryTest extends LinkEngineFixture {
    private void breakAll(boolean broken) {
        world.channels.forEach(channel -> channel.broken = broken);
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
        Feedback levels = new Feedback(session, 1, 1, 0, List.of(new LevelFeedback(0, 7, new BitSet())));
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
}
