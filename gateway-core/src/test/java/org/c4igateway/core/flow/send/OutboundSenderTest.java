package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OutboundSenderTest {
    private final OutboundFixture fixture = new OutboundFixture(false, BRAVO);

    @Test
    void deliversRowsInOrderAndRecordsTheirReceipts() {
        fixture.commit(300, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 300).boxed().toList());
        assertThat(fixture.state(300, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.transport.at(BRAVO).duplicates()).isZero();
        fixture.turn();
        assertThat(fixture.inFlightRows()).isZero();
    }

    @Test
    void keepsRowsWhenPeerIsBackPressured() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(5)));
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        fixture.turns(50);
        assertThat(fixture.outbox.pending()).isEqualTo(3);

        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L);
    }

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
    void sendsAgainInOrderFromTheOldestUnconfirmedRowInANewEpoch() {
        fixture.link.maxDelayNanos = 50_000_000;
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        fixture.transport.at(BRAVO).disconnect(3);
        fixture.transport.at(BRAVO).reconnect();
        fixture.commit(5, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 15).boxed().toList());
    }

    @Test
    void keepsOrderWhenThePeerReconnectsInsideASend() {
        fixture.link.maxDelayNanos = 50_000_000;
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        AtomicInteger sends = new AtomicInteger();
        fixture.transport.insideSend(() -> {
            if (sends.incrementAndGet() == 6) {
                fixture.transport.at(BRAVO).disconnect(2);
                fixture.transport.at(BRAVO).reconnect();
            }
        });

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 10).boxed().toList());
    }

    @Test
    void sendsAgainWhenNoReceiptComes() {
        fixture.link.receiptLoss = 1;
        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turns(150);
        assertThat(fixture.transport.at(BRAVO).duplicates()).isPositive();
        assertThat(fixture.outbox.pending()).isEqualTo(5);

        fixture.link.receiptLoss = 0;

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void doesNotSendAgainWhatWasConfirmedAfterItWasForgotten() {
        fixture.holdReceipts(true);
        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.transport.at(BRAVO).firstArrivals().size() == 5);
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.group().onReceipt(receipt(1, 5));

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.transport.sends()).hasSize(5);
    }

    @Test
    void parksTheRowOnWhichTheRulesBreakAndSendsTheOthers() {
        fixture.check(message -> {
            if (message.id().sequence() == 2) {
                throw new StackOverflowError();
            }
            return MessageJudgement.CLEAN;
        });
        fixture.commit(3, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 3L);
        assertThat(fixture.outbox.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.state()).isEqualTo(DeliveryState.REJECTED);
            assertThat(letter.code()).isEqualTo(ErrorCode.NOT_JUDGED);
        });
    }

    @Test
    void keepsTheWorstFindingOfARowWithItsFinalState() {
        fixture.check(
                message -> new MessageJudgement(null, message.id().sequence() == 2 ? "2:5: warning [set.id] X" : null));
        fixture.commit(3, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.outbox.state(2, BRAVO))
                .satisfies(state -> assertThat(state.finding()).isEqualTo("2:5: warning [set.id] X"));
        assertThat(fixture.outbox.state(3, BRAVO))
                .satisfies(state -> assertThat(state.finding()).isNull());
    }

    @Test
    void throwsFaultsThatSayNothingOfARow() {
        GatewayException away = new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
        fixture.check(message -> {
            throw away;
        });
        fixture.commit(1, Precedence.ROUTINE, BRAVO);

        assertThatThrownBy(() -> fixture.turns(5)).isSameAs(away);

        assertThat(fixture.outbox.pending()).isEqualTo(1);
    }

    @Test
    void readsAgainWhenTheOutboxBeginsAnewWhileRowsAreInFlight() {
        fixture.holdReceipts(true);
        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 5);

        fixture.outbox.beginAnew();
        fixture.commit(2, Precedence.ROUTINE, BRAVO);
        fixture.turns(5);
        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
    }

    @Test
    @Timeout(60)
    void takesAReceiptOfEveryNumberThereIs() {
        fixture.holdReceipts(true);
        fixture.commit(5, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 5);

        fixture.group()
                .onReceipt(new Receipt(
                        BRAVO,
                        Drafts.ORIGIN,
                        Collections.nCopies(Receipt.MAX_ENTRIES, new SequenceRange(1, Long.MAX_VALUE)),
                        List.of()));

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
    }

    @Test
    void asksTheReceiverAboutARowThatExpiredAfterItWasSent() {
        fixture.holdReceipts(true);
        Message row = Drafts.message(fixture.outbox.nextSequence(), BRAVO);
        fixture.commit(Drafts.expiring(fixture.time.instant().plusMillis(20), row));
        fixture.turnUntil(() -> fixture.transport.sends().stream()
                .anyMatch(message -> ContentQuestion.key(message).isPresent()));
        assertThat(fixture.time.instant()).isAfter(VirtualTime.START.plusMillis(20));
        assertThat(fixture.state(1, BRAVO)).isNull();
        assertThat(fixture.transport.sends().getLast().payload()).hasSize(Long.BYTES);

        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void endsARowAsExpiredWhenItsReceiverHasNotGotIt() {
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        Message row = Drafts.message(fixture.outbox.nextSequence(), BRAVO);
        fixture.commit(Drafts.expiring(fixture.time.instant().plusMillis(20), row));
        fixture.turnUntil(() -> !fixture.transport.sends().isEmpty());
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.time.advance(Duration.ofMillis(30));

        fixture.transport.at(BRAVO).reconnect();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.arrivals(BRAVO)).isEmpty();
    }

    @Test
    void settlesNoRowThatItHasNotSent() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(5)));
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        fixture.turns(5);
        fixture.group().onReceipt(receipt(1, 10));
        fixture.turns(5);
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        fixture.turns(5);
        assertThat(fixture.outbox.pending()).isEqualTo(6);

        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
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
    void endsBestEffortRowsAsSentOrSuperseded() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(bestEffort(1, "T1"));
        fixture.commit(bestEffort(2, "T2"));
        fixture.commit(bestEffort(3, "T1"));
        fixture.commit(bestEffort(4, ""));
        fixture.commit(bestEffort(5, ""));
        fixture.turns(5);
        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.SUPERSEDED);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(2L, 3L, 4L, 5L);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SENT);
    }

    @Test
    void neverSupersedesANewerRowByAnOlderOneThatCameLate() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(bestEffort(2, "T1"));
        fixture.turns(3);
        fixture.commit(bestEffort(1, "T1"));
        fixture.turns(5);
        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.SUPERSEDED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SENT);
    }

    @Test
    void doesNotHoardSupersededRowsWhileThePeerIsBackPressured() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(Drafts.message(1, BRAVO));
        for (int i = 0; i < 20_000; i++) {
            fixture.commit(bestEffort(i + 2L, "T1"));
            fixture.turn();
        }

        assertThat(fixture.outbox.pending()).isLessThan(5);
        assertThat(fixture.group().queuedRows()).isLessThan(2_000);
    }

    @Test
    void endsExpiredRowsWithTheirBytes() {
        Message row = Drafts.created(
                VirtualTime.START.plus(Duration.ofMinutes(2)),
                Drafts.expiring(VirtualTime.START.plusMillis(3), Drafts.message(1, BRAVO)));
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(row);
        fixture.turns(10);
        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.outbox.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.code()).isEqualTo(ErrorCode.EXPIRED);
            assertThat(letter.message().payload()).isEqualTo(row.payload());
        });
        assertThat(fixture.transport.sends()).isEmpty();
    }

    @Test
    void parksWhatCanNeverBeSentAndGoesOn() {
        fixture.commit(Drafts.message(1, "Z999", Precedence.ROUTINE, 10, BRAVO));
        fixture.commit(Drafts.message(2, Drafts.RELIABLE, Precedence.ROUTINE, 1_001, BRAVO));
        fixture.commit(Drafts.message(3, Drafts.RELIABLE, Precedence.ROUTINE, 0, BRAVO));
        fixture.commit(Drafts.message(4, BRAVO));

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.outbox.deadLetters())
                .extracting(DeliveryOutcome::code)
                .containsExactly(ErrorCode.UNKNOWN_TOPIC, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.EMPTY_PAYLOAD);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(4L);
    }

    @Test
    void recordsTheReasonOfAReceiverThatRefuses() {
        fixture.holdReceipts(true);
        fixture.commit(2, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        Receipt refusal = new Receipt(
                BRAVO,
                Drafts.ORIGIN,
                List.of(),
                List.of(
                        new Receipt.Rejection(1, ErrorCode.MALFORMED_PAYLOAD, "1:1 bad"),
                        new Receipt.Rejection(2, ErrorCode.EXPIRED, "late")));

        fixture.group().onReceipt(refusal);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(Objects.requireNonNull(fixture.outbox.state(1, BRAVO)).detail())
                .isEqualTo("1:1 bad");
    }

    @Test
    void recordsAReasonThatThisReleaseDoesNotKnow() {
        fixture.holdReceipts(true);
        fixture.commit(2, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        Receipt refusal = new Receipt(
                BRAVO,
                Drafts.ORIGIN,
                List.of(),
                List.of(
                        new Receipt.Rejection(1, ReasonCode.of(399), "of a later release"),
                        new Receipt.Rejection(2, ErrorCode.EXPIRED, "late")));

        fixture.group().onReceipt(refusal);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.outbox.deadLetters())
                .extracting(DeliveryOutcome::code)
                .containsExactly(ReasonCode.of(399), ErrorCode.EXPIRED);
    }

    @Test
    void goesOnFromTheSavedPositionAfterARestartWithoutLoss() {
        fixture.commit(50, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.time.advance(Duration.ofSeconds(2));
        fixture.turn();
        fixture.link.silentLoss = 1;
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        fixture.link.silentLoss = 0;

        fixture.restart();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).hasSize(60).isSorted();
        assertThat(fixture.transport.at(BRAVO).duplicates()).isZero();
    }

    @Test
    void losesNoReceiptThatItCouldNotRecord() {
        fixture.commit(10, Precedence.ROUTINE, BRAVO);
        fixture.turns(2);
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
            }
        });
        assertThatThrownBy(() -> fixture.turns(3)).isInstanceOf(GatewayException.Transient.class);

        fixture.outbox.faults(Faults.NONE);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.transport.sends()).hasSize(10);
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

    private static Message bestEffort(long sequence, String subject) {
        return Drafts.about(subject, Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO));
    }

    private static Receipt receipt(long first, long last) {
        return new Receipt(BRAVO, Drafts.ORIGIN, List.of(new SequenceRange(first, last)), List.of());
    }
}
