package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Set;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.HeldCalls;
import org.junit.jupiter.api.Test;

/** When a sender reads rows again, and what it says of calls that do not come back. */
class ReadAgainTest extends OutboundSenderFixture {
    private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

    private double rewinds(String reason) {
        return fixture.meters.find(MeterNames.REWINDS).tag(MeterNames.REASON, reason).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private void sendWithoutReceipt() {
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turn();
    }

    /** After 100 ms, then 200 ms and 400 ms later; each look is up to 12.5 ms late. */
    @Test
    void growsMorePatientWithAReceiverThatDoesNotConfirm() {
        sendWithoutReceipt();

        fixture.turns(1_000);

        assertThat(rewinds("overdue")).isEqualTo(3);
    }

    @Test
    void isAsImpatientAsAtFirstWithAReceiverThatBeganAnew() {
        sendWithoutReceipt();
        fixture.turns(1_000);
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turn();
        double before = rewinds("overdue");

        fixture.turns(130);

        assertThat(rewinds("overdue") - before).isOne();
    }

    @Test
    void readsNothingAgainForAReceiverThatBeganAnewAndOwesNothing() {
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turns(3);

        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turns(3);

        assertThat(rewinds("epoch")).isZero();
    }

    @Test
    void readsAgainAtOnceWhenTheOutboxBeginsAnew() {
        sendWithoutReceipt();

        fixture.outbox.beginAnew();
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);

        assertThat(rewinds("restart")).isOne();
        assertThat(rewinds("overdue")).isZero();
    }

    @Test
    void writesAtTheEndWhatReceiptsSaidSinceTheLastTurn() {
        sendWithoutReceipt();
        fixture.group().onReceipt(receipt(1, 1));

        fixture.group().finish();

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.outbox.positions(Set.of(BRAVO)).get(BRAVO)).containsKey(Precedence.ROUTINE);
        assertThat(fixture.group().isWaiting()).isFalse();
    }

    /** An earlier process has asked, and the answer may be under way that the row is too late. */
    @Test
    void asksForANewcomerAboutWhatItWasAskedAboutBefore() {
        OutboundFixture both = new OutboundFixture(true, BRAVO, CHARLIE);
        both.restartFor(BRAVO);
        both.outbox.commit(Drafts.expiring(
                both.time.instant().plus(Duration.ofHours(1)), Drafts.message(both.outbox.nextSequence(), CHARLIE)));
        both.outbox.asked(CHARLIE, Set.of(1L));

        both.group().add(CHARLIE);
        both.turnUntil(() -> !both.transport.sends().isEmpty());

        assertThat(ContentQuestion.key(both.transport.sends().getFirst())).isPresent();
    }

    @Test
    void readsForANewcomerInTheNextTurn() {
        OutboundFixture both = new OutboundFixture(true, BRAVO, CHARLIE);
        both.restartFor(BRAVO);
        both.turns(3);
        both.outbox.commit(Drafts.message(both.outbox.nextSequence(), CHARLIE));

        both.group().add(CHARLIE);
        both.group().turn();

        assertThat(both.transport.sends()).hasSize(1);
    }

    @Test
    void hangsWhileAReadDoesNotComeBack() {
        HeldCalls calls = new HeldCalls();
        fixture.beside(calls);
        fixture.holdReceipts(true);
        fixture.commit(60, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        calls.hold();
        fixture.turn();
        assertThat(calls.held()).as("the read of the next rows").isOne();
        fixture.time.advance(LONGEST_CALL);
        assertThat(fixture.group().hangs()).isFalse();

        fixture.time.advance(Duration.ofNanos(1));
        assertThat(fixture.group().hangs()).isTrue();

        calls.letGo();
        fixture.turn();
        assertThat(fixture.group().hangs()).isFalse();
    }

    @Test
    void hangsWhileAWritingDoesNotComeBack() {
        HeldCalls calls = new HeldCalls();
        fixture.beside(calls);
        sendWithoutReceipt();
        fixture.turns(2);
        calls.hold();
        fixture.group().onReceipt(receipt(1, 1));
        fixture.group().turn();
        fixture.group().turn();
        assertThat(calls.held()).isOne();
        assertThat(fixture.group().hangs()).isFalse();

        fixture.time.advance(LONGEST_CALL.plusNanos(1));

        assertThat(fixture.group().hangs()).isTrue();
        calls.letGo();
        fixture.group().turn();
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.group().hangs()).isFalse();
    }
}
