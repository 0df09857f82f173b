package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** How rows end: refused or expired, with their reason. */
class OutboundOutcomesTest extends OutboundSenderFixture {
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
    void asksTheReceiverAboutARowThatOnlyThisProcessCanHaveSent() {
        fixture.holdReceipts(true);
        Message row = Drafts.message(fixture.outbox.nextSequence(), BRAVO);
        Instant later = VirtualTime.START.plus(Duration.ofMinutes(2));
        fixture.commit(
                Drafts.created(later, Drafts.expiring(fixture.time.instant().plusMillis(20), row)));
        fixture.turnUntil(() -> fixture.transport.sends().stream()
                .anyMatch(message -> ContentQuestion.key(message).isPresent()));

        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    /** Its answer may be under way that the row is too late. */
    @Test
    void sendsNoRowAgainAboutWhichItHasAskedWhenTheClockIsSetBack() {
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        Message row = Drafts.message(fixture.outbox.nextSequence(), BRAVO);
        fixture.commit(Drafts.expiring(fixture.time.instant().plusMillis(20), row));
        fixture.turnUntil(() -> !fixture.transport.sends().isEmpty());
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.time.advance(Duration.ofMillis(30));
        fixture.holdReceipts(true);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turnUntil(() -> fixture.transport.sends().size() == 2);
        fixture.turns(5);

        fixture.time.setClockBy(Duration.ofHours(-1));
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.transport.at(BRAVO).reconnect();
        fixture.turnUntil(() -> fixture.transport.sends().size() == 3);
        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.arrivals(BRAVO)).isEmpty();
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
    void asksAgainWhenTheTransportHadNoRoomForTheQuestion() {
        Message row = Drafts.message(fixture.outbox.nextSequence(), BRAVO);
        fixture.commit(Drafts.expiring(fixture.time.instant().plusMillis(20), row));
        fixture.turnUntil(() -> !fixture.transport.sends().isEmpty());
        fixture.transport.at(BRAVO).disconnect(0);
        fixture.time.advance(Duration.ofMillis(30));
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.transport.at(BRAVO).reconnect();
        fixture.turns(10);
        assertThat(fixture.transport.sends()).hasSize(1);

        fixture.transport.force(null);
        fixture.turns(5);

        assertThat(fixture.transport.sends()).hasSize(2);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
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

    /** Nobody waits for the transport to learn that a row is too late. */
    @Test
    void endsARowThatIsReadTooLateThoughTheTransportHasNoRoom() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofHours(1)));
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turns(3);

        fixture.commit(Drafts.expiring(fixture.time.instant(), Drafts.message(2, BRAVO)));
        fixture.turns(3);

        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.state(1, BRAVO)).isNull();
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

    private static Message bestEffort(long sequence, String subject) {
        return Drafts.about(subject, Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO));
    }
}
