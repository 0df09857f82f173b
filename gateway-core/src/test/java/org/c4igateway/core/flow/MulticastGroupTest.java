package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

class MulticastGroupTest {
    private final OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE);

    @Test
    void sendsARowToSeveralOnce() {
        fixture.commit(20, Precedence.ROUTINE, BRAVO, CHARLIE);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.transport.sends())
                .hasSize(20)
                .allSatisfy(message -> assertThat(message.destinations()).containsExactly(BRAVO, CHARLIE));
    }

    @Test
    void doesNotLetADeadDestinationHoldUpTheOtherAndTakesItBack() {
        fixture.commit(5, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.transport.at(CHARLIE).disconnect(0);
        fixture.commit(50, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turnUntil(() -> fixture.arrivals(BRAVO).size() == 55);
        assertThat(fixture.arrivals(CHARLIE)).hasSize(5);

        fixture.transport.at(CHARLIE).reconnect();
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turns(5);

        assertThat(fixture.arrivals(CHARLIE))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 55).boxed().toList());
        assertSendsTogether();
    }

    @Test
    void doesNotLetASlowDestinationHoldUpTheOtherAndTakesItBack() {
        fixture.holdReceiptsOf(CHARLIE);
        fixture.commit(300, Precedence.ROUTINE, BRAVO, CHARLIE);

        for (int i = 0; i < 90; i++) {
            fixture.turn();
        }
        assertThat(fixture.arrivals(BRAVO)).hasSize(300);
        assertThat(fixture.outbox.pending()).isEqualTo(300);

        fixture.holdReceiptsOf(null);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        fixture.turns(5);
        assertThat(fixture.transport.at(CHARLIE).duplicates()).isZero();
        assertThat(fixture.arrivals(CHARLIE)).hasSize(300).isSorted();
        assertSendsTogether();
    }

    @Test
    void refusesATopicForThePeerThatLacksItOnly() {
        fixture.transport.withoutTopic(CHARLIE, Drafts.RELIABLE);
        fixture.commit(5, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.commit(1, Precedence.ROUTINE, CHARLIE);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO)).hasSize(5);
        assertThat(fixture.arrivals(CHARLIE)).isEmpty();
        assertThat(LongStream.rangeClosed(1, 6))
                .allSatisfy(row -> assertThat(fixture.state(row, CHARLIE)).isEqualTo(DeliveryState.REJECTED));
    }

    @Test
    void pausesOnlyTheGroupThatIsBackPressured() {
        fixture.transport.at(CHARLIE).disconnect(0);
        fixture.commit(30, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turns(3);
        fixture.transport.at(CHARLIE).reconnect();
        fixture.transport.refuseTo(CHARLIE, new SendOutcome.BackPressured(Duration.ofHours(1)));
        fixture.turns(3);

        fixture.commit(30, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turns(10);

        assertThat(fixture.arrivals(BRAVO)).hasSize(60);
    }

    @Test
    void supersedesForTheDestinationsOfBothRowsOnly() {
        fixture.transport.force(new SendOutcome.BackPressured(Duration.ofMillis(1)));
        fixture.commit(track(1, "T1", true));
        fixture.commit(track(2, "T1", false));
        fixture.turns(5);
        fixture.transport.force(null);

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.SUPERSEDED);
        assertThat(fixture.state(1, CHARLIE)).isEqualTo(DeliveryState.SENT);
        assertThat(fixture.arrivals(CHARLIE)).containsExactly(1L);
    }

    @Test
    void findsALostMessageBehindASlowDestinationWhoseReceiptsFlow() {
        fixture.holdReceiptsOf(CHARLIE);
        fixture.commit(50, Precedence.ROUTINE, CHARLIE);
        fixture.turns(5);
        fixture.link.silentLoss = 1;
        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        fixture.link.silentLoss = 0;

        for (int i = 0; i < 200; i++) {
            if (i % 10 == 0) {
                fixture.group().onReceipt(receiptOfCharlie(1 + i / 10));
            }
            fixture.turn();
        }

        assertThat(fixture.state(51, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.state(50, CHARLIE)).isNull();
        assertThat(fixture.transport.at(CHARLIE).duplicates()).isZero();
    }

    private static Receipt receiptOfCharlie(long sequence) {
        return new Receipt(CHARLIE, Drafts.ORIGIN, List.of(new SequenceRange(sequence, sequence)), List.of());
    }

    /** The destinations share a group: a row to both goes out once. */
    private void assertSendsTogether() {
        int before = fixture.transport.sends().size();
        fixture.commit(10, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);
        List<Message> sends = fixture.transport.sends();
        assertThat(sends.subList(before, sends.size()))
                .hasSize(10)
                .allSatisfy(message -> assertThat(message.destinations()).hasSize(2));
    }

    private static Message track(long sequence, String subject, boolean both) {
        Message row = both
                ? Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO, CHARLIE)
                : Drafts.message(sequence, Drafts.BEST_EFFORT, Precedence.ROUTINE, 30, BRAVO);
        return Drafts.about(subject, row);
    }
}
