package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** How rows end that a newer one about their subject replaces. */
class SupersededOutcomesTest extends OutboundSenderFixture {
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

    /** Its state was not written when the process died, so that the row is read again with a newer one. */
    @Test
    void saysOfASupersededRowThatAnEarlierProcessMayHaveSentIt() {
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("record") && !fixture.transport.sends().isEmpty()) {
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
                }
            }
        });
        fixture.commit(bestEffort(1, "T1"));
        assertThatThrownBy(() -> fixture.turns(5)).isInstanceOf(GatewayException.Transient.class);
        assertThat(fixture.transport.sends()).hasSize(1);

        fixture.outbox.faults(Faults.NONE);
        fixture.restart();
        fixture.commit(bestEffort(2, "T1"));
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 2);

        assertThat(fixture.outbox.state(1, BRAVO)).satisfies(end -> {
            assertThat(end.state()).isEqualTo(DeliveryState.SUPERSEDED);
            assertThat(end.detail()).isEqualTo(DeliveryRecorder.PERHAPS_SENT);
        });
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SENT);
    }

    /** What a subscriber looks back to gets a number above those of newer messages. */
    @Test
    void keepsTheNewestOfASubjectWhenAnOldOneIsRepeated() {
        fixture.commit(bestEffort(2, "T1"));
        fixture.commit(repeating(1, bestEffort(3, "T1")));
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SENT);
        assertThat(fixture.state(3, BRAVO)).isEqualTo(DeliveryState.SUPERSEDED);
    }

    /** It is as old as what it repeats, which goes first. */
    @Test
    void sendsARowAndNotItsRepetition() {
        Message row = bestEffort(1, "T1");
        fixture.commit(row);
        fixture.commit(repeating(1, bestEffort(2, "T1")));
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.SENT);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.SUPERSEDED);
    }

    private static Message repeating(long first, Message row) {
        return new Message(
                row.id(),
                row.topicId(),
                row.precedence(),
                row.destinations(),
                row.createdAt(),
                row.expiresAt(),
                row.label(),
                row.subject(),
                row.payload(),
                first);
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
        assertThat(fixture.group().queuedRows()).isBetween(2, 2_000);
    }

    private static Message bestEffort(long sequence, String subject) {
        return Drafts.about(subject, Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO));
    }
}
