package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** A row whose receipt never came back is not sent again when its destination may have forgotten that it has it. */
class IdentityHorizonTest {
    @Test
    void endsARowThatItsDestinationMayHaveForgotten() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, 60);
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 1);
        int copies = fixture.transport.sends().size();

        fixture.time.advance(Duration.ofDays(60));
        fixture.restart();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        DeliveryOutcome outcome = Objects.requireNonNull(fixture.outbox.state(1, BRAVO));
        assertThat(outcome.state()).isEqualTo(DeliveryState.REJECTED);
        assertThat(outcome.code()).isEqualTo(ErrorCode.BEYOND_HORIZON);
        assertThat(outcome.parks()).isTrue();
        assertThat(fixture.transport.sends()).hasSize(copies);
    }

    /** Its process sent it, and ended before it wrote that down. */
    @Test
    void endsARowOfBestEffortThatItsDestinationMayHaveForgotten() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, 60);
        fixture.commit(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.ROUTINE, 64, BRAVO));
        fixture.turn();
        assertThat(fixture.transport.sends()).hasSize(1);
        assertThat(fixture.state(1, BRAVO)).as("not written yet").isNull();

        fixture.time.advance(Duration.ofDays(60));
        fixture.restart();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        DeliveryOutcome outcome = Objects.requireNonNull(fixture.outbox.state(1, BRAVO));
        assertThat(outcome.code()).isEqualTo(ErrorCode.BEYOND_HORIZON);
        assertThat(fixture.transport.sends()).hasSize(1);
    }

    /** The clock of its database is months behind that of the node, or the other way round. */
    @Test
    void sendsWhatItHasNotSentHoweverOldTheClocksMakeIt() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, 60);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.commit(Drafts.message(2, Drafts.BEST_EFFORT, Precedence.ROUTINE, 64, BRAVO));
        fixture.time.advance(Duration.ofDays(100));

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SENT);
        assertThat(fixture.transport.sends()).hasSize(2);
    }

    @Test
    void endsARowThatThisProcessHasSentAndItsDestinationMayHaveForgotten() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, 60);
        fixture.holdReceipts(true);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 1);
        int copies = fixture.transport.sends().size();
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.time.advance(Duration.ofDays(60));
        fixture.transport.at(BRAVO).reconnect();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        DeliveryOutcome outcome = Objects.requireNonNull(fixture.outbox.state(1, BRAVO));
        assertThat(outcome.code()).isEqualTo(ErrorCode.BEYOND_HORIZON);
        assertThat(fixture.transport.sends()).hasSize(copies);
    }

    @Test
    void leavesADayForClocksThatDiffer() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, 60);
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(Duration.ofDays(59).minusHours(1));
        fixture.transport.at(BRAVO).reconnect();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);

        fixture.transport.at(BRAVO).disconnect(0);
        fixture.commit(Drafts.message(2, BRAVO));
        fixture.restart();
        fixture.time.advance(Duration.ofHours(2));
        fixture.transport.at(BRAVO).reconnect();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.REJECTED);
    }

    @Test
    void waitsWithAnOldRowUntilItsDestinationHasSaidForHowLongItRemembers() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.hasNotIntroducedItself(BRAVO);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(Duration.ofHours(30));
        fixture.turns(1_000);
        assertThat(fixture.transport.sends()).isEmpty();

        fixture.transport.remembers(BRAVO, 2);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);
        assertThat(fixture.transport.sends()).isEmpty();
    }

    @Test
    void doesNotWaitWithAYoungRow() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.hasNotIntroducedItself(BRAVO);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void asksEachDestinationForItself() {
        OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE);
        fixture.transport.remembers(BRAVO, 15);
        fixture.time.advance(Duration.ofDays(20));
        fixture.commit(1, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.restart();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.REJECTED);
        assertThat(fixture.state(1, CHARLIE)).as("it tells no horizon").isEqualTo(DeliveryState.DELIVERED);
    }

    /** Of a destination that remembers for one day a whole day cannot be left. */
    @Test
    void leavesHalfADayForADestinationThatRemembersForOne() {
        assertThat(stateOfARowFromBefore(1, Duration.ofHours(11))).isEqualTo(DeliveryState.DELIVERED);
        assertThat(stateOfARowFromBefore(1, Duration.ofHours(13))).isEqualTo(DeliveryState.REJECTED);
        assertThat(stateOfARowFromBefore(2, Duration.ofHours(23))).isEqualTo(DeliveryState.DELIVERED);
        assertThat(stateOfARowFromBefore(2, Duration.ofHours(25))).isEqualTo(DeliveryState.REJECTED);
    }

    private static DeliveryState stateOfARowFromBefore(int days, Duration age) {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.remembers(BRAVO, days);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(age);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        return Objects.requireNonNull(fixture.state(1, BRAVO));
    }

    @Test
    void doesNotWaitWithARowThatEveryDestinationRemembers() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.hasNotIntroducedItself(BRAVO);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(Duration.ofHours(11));

        fixture.turn();

        assertThat(fixture.transport.sends()).hasSize(1);
    }

    @Test
    void sendsYoungerRowsBeforeItWaitsWithAnOldOne() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.hasNotIntroducedItself(BRAVO);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(Duration.ofHours(13));
        fixture.commit(Drafts.created(
                fixture.time.instant(), Drafts.message(2, Drafts.RELIABLE, Precedence.FLASH, 64, BRAVO)));

        fixture.turn();

        assertThat(fixture.transport.sends())
                .extracting(message -> message.id().sequence())
                .containsExactly(2L);
        assertThat(fixture.meters.get(MeterNames.SENT).counter().count()).isOne();
    }

    @Test
    void looksEachTenthOfASecondWhetherTheDestinationHasSaidForHowLongItRemembers() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.hasNotIntroducedItself(BRAVO);
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.restart();
        fixture.time.advance(Duration.ofHours(13));
        fixture.turn();
        fixture.transport.remembers(BRAVO, 60);

        fixture.turns(99);
        assertThat(fixture.transport.sends()).isEmpty();
        fixture.turn();

        assertThat(fixture.transport.sends()).hasSize(1);
    }
}
