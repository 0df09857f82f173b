package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A destination that joins senders that run, and one that does not want a topic. */
class NewcomerTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 7, 50})
    void getsItsRowsInOrderWhileOthersAreSentTo(int turnsBefore) {
        OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE);
        fixture.restartFor(BRAVO);
        fixture.commit(50, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turns(turnsBefore);

        fixture.group().add(CHARLIE);
        fixture.commit(10, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        List<Long> all = LongStream.rangeClosed(1, 60).boxed().toList();
        assertThat(fixture.arrivals(BRAVO)).isEqualTo(all);
        assertThat(fixture.arrivals(CHARLIE)).isEqualTo(all);
        assertThat(fixture.transport.at(BRAVO).duplicates()).isZero();
        assertThat(fixture.transport.at(CHARLIE).duplicates()).isZero();
    }

    @Test
    void endsARowThatNamesADestinationThatDoesNotWantItsTopic() {
        OutboundFixture fixture = new OutboundFixture(false, BRAVO);
        fixture.transport.subscribes(BRAVO, new Subscriptions(List.of(new TopicSubscription("NONE*", Duration.ZERO))));

        fixture.commit(1, Precedence.ROUTINE, BRAVO);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        DeliveryOutcome outcome = Objects.requireNonNull(fixture.outbox.state(1, BRAVO));
        assertThat(outcome.state()).isEqualTo(DeliveryState.REJECTED);
        assertThat(outcome.code()).isEqualTo(ErrorCode.NOT_SUBSCRIBED);
        assertThat(fixture.transport.sends()).isEmpty();
    }
}
