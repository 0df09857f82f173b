package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows in order, sent again until they are confirmed, across outages and restarts. */
class OutboundSenderTest extends OutboundSenderFixture {
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
        assertThat(fixture.group().isWaiting())
                .as("what was in flight before is given up, not kept beside what was read again")
                .isFalse();
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
}
