package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.junit.jupiter.api.Test;

/** What a sender reads and sends when: precedence, bounds, and nothing without need. */
class OutboundPaceTest extends OutboundSenderFixture {
    @Test
    void readsNothingWhileThePeerIsAwayAndDeliversWhenItIsBack() {
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.commit(3, Precedence.FLASH, BRAVO);
        fixture.turns(50);
        assertThat(fixture.outbox.fetches()).isZero();

        fixture.transport.at(BRAVO).reconnect();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
    }

    @Test
    void letsFlashOvertakeABacklogOfRoutine() {
        fixture.link.capacity = 2;
        fixture.link.maxDelayNanos = 3_000_000;
        fixture.commit(500, Precedence.ROUTINE, BRAVO);
        fixture.turns(20);
        int sentBefore = fixture.transport.sends().size();

        fixture.commit(1, Precedence.FLASH, BRAVO);

        fixture.turnUntil(() -> fixture.sentPrecedences().contains(Precedence.FLASH));
        assertThat(fixture.sentPrecedences().indexOf(Precedence.FLASH)).isLessThanOrEqualTo(sentBefore + 2);
    }

    @Test
    void letsEveryPrecedenceMoveUnderAFloodOfFlash() {
        fixture.link.capacity = 2;
        for (Precedence precedence : Precedence.values()) {
            fixture.commit(5_000, precedence, BRAVO);
        }

        fixture.turnUntil(() -> fixture.transport.sends().size() >= 1_600);

        List<Precedence> sent = fixture.sentPrecedences().subList(0, 1_600);
        assertThat(Collections.frequency(sent, Precedence.FLASH)).isGreaterThan(1_400);
        for (Precedence lesser : List.of(Precedence.IMMEDIATE, Precedence.PRIORITY, Precedence.ROUTINE)) {
            assertThat(Collections.frequency(sent, lesser)).as(lesser.name()).isBetween(25, 40);
        }
    }

    @Test
    void boundsWhatItHoldsWhenNoReceiptsCome() {
        fixture.holdReceipts(true);
        for (Precedence precedence : Precedence.values()) {
            fixture.commit(200, precedence, BRAVO);
        }

        for (int i = 0; i < 50; i++) {
            fixture.turn();
            assertThat(fixture.inFlightRows()).isLessThanOrEqualTo(fixture.settings.maxInFlightRows());
        }
        assertThat(fixture.inFlightRows()).isGreaterThan(80);
    }

    @Test
    void hasNothingToDoWhenThereIsNothingToDo() {
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turns(3);

        for (int i = 0; i < 20; i++) {
            assertThat(fixture.turn()).isZero();
        }
    }

    @Test
    void doesNotAskTheOutboxAgainForEachReceipt() {
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        int before = fixture.outbox.fetches();

        for (int i = 0; i < 100; i++) {
            fixture.group().onReceipt(receipt(1, 1));
            fixture.group().turn();
        }
        assertThat(fixture.outbox.fetches()).isEqualTo(before);

        fixture.group().rowsMayHaveCome();
        fixture.group().turn();
        assertThat(fixture.outbox.fetches()).isEqualTo(before + 1);
        fixture.time.advance(fixture.settings.fastPoll());
        fixture.group().turn();
        assertThat(fixture.outbox.fetches()).isEqualTo(before + 2);
    }

    @Test
    void pollsSlowlyWhileTheSignalTellsOfEachCommit() {
        fixture.tellOfEachCommit();
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        Duration left = fixture.group().untilIdlePoll();
        assertThat(left).isBetween(Duration.ofMinutes(59), fixture.settings.idlePoll());
        int before = fixture.outbox.fetches();

        commitSilently();
        fixture.turns(20);
        assertThat(fixture.outbox.fetches()).as("nothing told of it").isEqualTo(before);
        fixture.group().rowsMayHaveCome();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        commitSilently();
        fixture.time.advance(fixture.group().untilIdlePoll());
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
    }

    private void commitSilently() {
        fixture.outbox.commit(Drafts.message(fixture.outbox.nextSequence(), BRAVO));
    }

    /** Nothing tells again of a row that came while there was no room. */
    @Test
    void looksSoonAgainForWhatHadNoRoomThoughTheSignalTellsOfEachCommit() {
        fixture.tellOfEachCommit();
        assertLooksRarelyWithoutRoom();
    }

    /** Of an absent destination it reads nothing until it is woken because that one is there. */
    @Test
    void isIdleWhenThereIsNothingToDoForThoseWhoAreReachable() {
        OutboundFixture two = new OutboundFixture(true, BRAVO, OutboundFixture.CHARLIE);
        two.transport.at(OutboundFixture.CHARLIE).disconnect(0);
        two.holdReceipts(true);
        two.commit(1, Precedence.ROUTINE, BRAVO);
        two.commit(1, Precedence.ROUTINE, OutboundFixture.CHARLIE);
        two.turns(5);
        assertThat(two.group().isIdle()).as("waits for a receipt").isFalse();

        two.holdReceipts(false);
        two.turnUntil(() -> two.outbox.pending() == 1);
        two.turns(3);

        assertThat(two.group().isIdle()).isTrue();
    }

    /** It looks for more urgent rows now and then, and reads no more of those that have no room. */
    @Test
    void looksRarelyWhileWhatItReadsHasNoRoom() {
        assertLooksRarelyWithoutRoom();
    }

    private void assertLooksRarelyWithoutRoom() {
        fixture.holdReceipts(true);
        fixture.commit(5_000, Precedence.ROUTINE, BRAVO);
        fixture.turns(20);
        int before = fixture.outbox.fetches();

        for (int i = 0; i < 100; i++) {
            fixture.time.advance(fixture.settings.fastPoll());
            fixture.turn();
        }
        assertThat(fixture.outbox.fetches() - before).isBetween(10, 60);

        fixture.commit(1, Precedence.FLASH, BRAVO);
        fixture.turnUntil(() -> fixture.sentPrecedences().contains(Precedence.FLASH));
    }

    @Test
    void readsABacklogInBatchesThoughRoomComesRowByRow() {
        fixture.holdReceipts(true);
        fixture.commit(1_000, Precedence.ROUTINE, BRAVO);
        fixture.turns(20);
        int read = fixture.outbox.fetches();
        int sent = fixture.transport.sends().size();

        for (int i = 0; fixture.transport.sends().size() < 1_000; i++) {
            long oldest = fixture.transport.sends().get(i).id().sequence();
            fixture.group().onReceipt(receipt(oldest, oldest));
            fixture.group().turn();
        }

        assertThat(fixture.outbox.fetches() - read).isLessThanOrEqualTo((1_000 - sent) / 9);
    }

    @Test
    void goesOnReadingPastPagesWithoutRows() {
        OutboundFixture paged = new OutboundFixture(new MemoryOutbox(10, 1), false, BRAVO);
        paged.commit(500, Precedence.ROUTINE, BRAVO);
        paged.turnUntil(() -> paged.outbox.pending() == 0);
        OutboundFixture fresh = new OutboundFixture(paged.outbox, false, BRAVO);
        fresh.commit(Drafts.message(501, BRAVO));

        int turns = 0;
        while (fresh.transport.sends().isEmpty()) {
            assertThat(fresh.group().turn()).as("turn %d", ++turns).isPositive();
        }

        assertThat(fresh.arrivals(BRAVO)).isEmpty();
        assertThat(fresh.transport.sends())
                .extracting(message -> message.id().sequence())
                .containsExactly(501L);
    }

    @Test
    void waitsInADrainForWhatWasSentOnly() {
        fixture.holdReceipts(true);
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turns(2);
        fixture.group().stopReading();
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turns(2);
        assertThat(fixture.group().isWaiting()).isTrue();

        fixture.holdReceipts(false);
        fixture.turns(2);

        assertThat(fixture.group().isWaiting()).isFalse();
        assertThat(fixture.outbox.pending()).isEqualTo(10);
    }

    /** An eighth of the timeout of a receipt, which is 100 ms, lies between two looks at the oldest rows. */
    @Test
    void looksForOverdueReceiptsEightTimesInATimeout() {
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        fixture.time.advance(Duration.ofMillis(100));
        fixture.group().turn();
        assertThat(rewinds()).as("waits for exactly the timeout").isZero();

        fixture.time.advance(Duration.ofNanos(12_500_000 - 1));
        fixture.group().turn();
        assertThat(rewinds()).isZero();
        fixture.time.advance(Duration.ofNanos(1));
        fixture.group().turn();

        assertThat(rewinds()).isOne();
    }

    private double rewinds() {
        return fixture.meters.find(MeterNames.REWINDS).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
