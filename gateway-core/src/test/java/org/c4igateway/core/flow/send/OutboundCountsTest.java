package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** What operators read in the meters of a sender, and what it does when a transport has no room or refuses. */
class OutboundCountsTest extends OutboundSenderFixture {
    private double count(String name, String... tags) {
        return fixture.meters.get(name).tags(tags).counter().count();
    }

    private void refusedBy(Rejection... rejections) {
        fixture.group().onReceipt(new Receipt(BRAVO, Drafts.ORIGIN, List.of(), List.of(rejections)));
    }

    @Test
    void countsWhatItHasReadSentAndEnded() {
        fixture.commit(7, Precedence.ROUTINE, BRAVO);
        fixture.commit(2, Precedence.FLASH, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turn();

        assertThat(count(MeterNames.OUTBOX_ROWS, MeterNames.PRECEDENCE, "ROUTINE"))
                .isEqualTo(7);
        assertThat(count(MeterNames.OUTBOX_ROWS, MeterNames.PRECEDENCE, "FLASH"))
                .isEqualTo(2);
        assertThat(count(MeterNames.OUTBOX_ROWS, MeterNames.PRECEDENCE, "PRIORITY"))
                .isZero();
        assertThat(count(MeterNames.SENT)).isEqualTo(9);
        assertThat(count(MeterNames.DELIVERIES, MeterNames.STATE, "delivered", MeterNames.CODE, "none"))
                .isEqualTo(9);
        assertThat(count(MeterNames.BACK_PRESSURE)).isZero();
    }

    @Test
    void showsTheRowsAndBytesThatItHolds() {
        fixture.holdReceipts(true);
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);

        int ofOne = fixture.transport.sends().getFirst().sizeBytes();
        assertThat(fixture.inFlightRows()).isEqualTo(3);
        assertThat(fixture.meters.get(MeterNames.IN_FLIGHT_BYTES).gauge().value())
                .isEqualTo(3.0 * ofOne);

        fixture.group().onReceipt(receipt(1, 2));
        fixture.turn();
        assertThat(fixture.meters.get(MeterNames.IN_FLIGHT_BYTES).gauge().value())
                .isEqualTo(ofOne);
    }

    @Test
    void countsFinalStatesByTheirReason() {
        fixture.holdReceipts(true);
        fixture.commit(3, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);

        refusedBy(new Rejection(1, ErrorCode.MALFORMED_PAYLOAD, "1:1 bad"));
        fixture.group().onReceipt(receipt(2, 2));
        fixture.turns(2);

        String code = ErrorCode.MALFORMED_PAYLOAD.code();
        assertThat(count(MeterNames.DELIVERIES, MeterNames.STATE, "rejected", MeterNames.CODE, code))
                .isOne();
        assertThat(count(MeterNames.DELIVERIES, MeterNames.STATE, "delivered")).isOne();
        assertThat(fixture.inFlightRows()).isOne();
    }

    /** A peer that cannot keep up is not asked in a tight loop. */
    @Test
    void waitsAsLongAsABusyTransportSays() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(5)));
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        assertThat(count(MeterNames.BACK_PRESSURE)).isOne();
        fixture.transport.force(null);

        fixture.turns(4);
        assertThat(fixture.transport.sends()).isEmpty();
        fixture.turn();

        assertThat(fixture.transport.sends()).hasSize(1);
        assertThat(count(MeterNames.BACK_PRESSURE)).isOne();
    }

    @Test
    void endsARowThatTheTransportRejectsAndSendsTheNext() {
        fixture.transport.force(new SendOutcome.Rejected(ErrorCode.PAYLOAD_TOO_LARGE, "too large here"));
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.transport.force(null);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);
        assertThat(fixture.outbox.deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
            assertThat(letter.detail()).isEqualTo("too large here");
        });
        assertThat(fixture.arrivals(BRAVO)).containsExactly(2L);
    }

    /** One destination must not keep the turn of a sender for itself: receipts wait for its end. */
    @Test
    void sendsNoMoreThanABoundInOneTurn() {
        fixture.holdReceipts(true);
        fixture.commit(1_000, Precedence.ROUTINE, BRAVO);
        int before = 0;
        int most = 0;
        for (int i = 0; i < 20; i++) {
            fixture.turn();
            most = Math.max(most, fixture.transport.sends().size() - before);
            before = fixture.transport.sends().size();
        }

        assertThat(most).isPositive().isLessThanOrEqualTo(256);
    }

    @Test
    void countsHowOftenItReadsAgainAndWhy() {
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turn();
        assertThat(count(MeterNames.REWINDS, MeterNames.REASON, "epoch")).isOne();

        fixture.time.advance(fixture.settings.receiptTimeout().multipliedBy(2));
        fixture.turns(20);

        assertThat(count(MeterNames.REWINDS, MeterNames.REASON, "overdue")).isPositive();
    }

    @Test
    void aRowThatItsReceiverHasTakenAfterAllIsDelivered() {
        fixture.holdReceipts(true);
        fixture.commit(2, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        refusedBy(new Rejection(1, ErrorCode.MALFORMED_PAYLOAD, "1:1 bad"));
        fixture.turns(2);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);

        refusedBy(
                new Rejection(1, ErrorCode.TAKEN_AFTER_ALL, "put back"),
                new Rejection(2, ErrorCode.TAKEN_AFTER_ALL, "put back"));
        fixture.turns(2);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.group().isWaiting()).isFalse();
    }

    @Test
    void tellsThatATurnWithAReceiptHasDoneSomething() {
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);
        assertThat(fixture.turn()).isZero();

        fixture.group().onReceipt(receipt(1, 1));

        assertThat(fixture.group().turn()).isPositive();
    }

    @Test
    void oneReceiptConfirmsAWholeRange() {
        fixture.holdReceipts(true);
        fixture.commit(7, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);

        fixture.group().onReceipt(receipt(2, 6));
        fixture.turns(2);

        assertThat(fixture.outbox.pending()).isEqualTo(2);
        assertThat(fixture.state(1, BRAVO)).isNull();
        assertThat(fixture.state(7, BRAVO)).isNull();
        assertThat(fixture.transport.sends()).hasSize(7);
    }
}
