package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.time.Instant;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

/** Rows that expired when a process of the node starts, which cannot know what an earlier process has sent. */
class ExpiryAfterRestartTest {
    private static final Instant SOON = VirtualTime.START.plusMillis(20);

    private final OutboundFixture fixture = new OutboundFixture(false, BRAVO);

    private void waitUntilItExpires() {
        fixture.time.advance(Duration.ofSeconds(1));
    }

    @Test
    void asksTheReceiverAboutARowThatAnEarlierProcessHasSent() {
        fixture.holdReceipts(true);
        fixture.commit(Drafts.expiring(SOON, Drafts.message(1, BRAVO)));
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).contains(1L));

        waitUntilItExpires();
        fixture.restart();
        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).as("its inbox has it").isEqualTo(DeliveryState.DELIVERED);
    }

    /** The clock was ahead at the submit: that an earlier process has sent the row does not follow from time. */
    @Test
    void asksAlsoAboutARowThatWasSubmittedWhileTheClockWasAhead() {
        fixture.holdReceipts(true);
        fixture.time.setClockBy(Duration.ofHours(1));
        Instant now = fixture.time.instant();
        fixture.commit(Drafts.created(now, Drafts.expiring(now.plusMillis(20), Drafts.message(1, BRAVO))));
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).contains(1L));

        fixture.time.setClockBy(Duration.ofHours(-1));
        fixture.restart();
        fixture.time.setClockBy(Duration.ofHours(1));
        waitUntilItExpires();
        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).as("its inbox has it").isEqualTo(DeliveryState.DELIVERED);
    }

    /** Newer rows are there already; it would come behind them. */
    @Test
    void sendsNoRowThatAnEarlierProcessHasAskedAboutWhenTheClockIsSetBack() {
        fixture.commit(Drafts.expiring(SOON, Drafts.message(1, BRAVO)));
        fixture.turnUntil(() -> !fixture.transport.sends().isEmpty());
        fixture.transport.at(BRAVO).disconnect(0);
        waitUntilItExpires();
        fixture.holdReceipts(true);
        fixture.transport.at(BRAVO).reconnect();
        fixture.commit(Drafts.message(2, BRAVO));
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).contains(2L));

        fixture.time.setClockBy(Duration.ofHours(-1));
        fixture.restart();
        fixture.holdReceipts(false);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.arrivals(BRAVO)).containsExactly(2L);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.state(2, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void sendsNoRowOfBestEffortThatExpired() {
        fixture.commit(Drafts.expiring(SOON, Drafts.message(1, Drafts.BEST_EFFORT, Precedence.ROUTINE, 64, BRAVO)));

        waitUntilItExpires();
        fixture.restart();

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.transport.sends()).isEmpty();
    }

    @Test
    void sendsNoRowThatExpiredAndThatNoEarlierProcessCanHaveSent() {
        waitUntilItExpires();
        fixture.restart();
        Instant later = VirtualTime.START.plus(Duration.ofMinutes(2));
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(5)));
        fixture.commit(Drafts.created(later, Drafts.expiring(SOON, Drafts.message(1, BRAVO))));
        fixture.turns(20);
        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.EXPIRED);
        assertThat(fixture.transport.sends()).isEmpty();
    }
}
