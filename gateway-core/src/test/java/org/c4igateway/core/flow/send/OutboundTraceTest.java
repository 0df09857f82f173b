package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.testkit.Drafts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of rows that somebody follows. */
class OutboundTraceTest extends OutboundSenderFixture {
    /** Follows rows with an even number. */
    private static final class Even implements DeliveryTrace {
        private final Map<Long, Long> sentAgo = new HashMap<>();
        private final List<Long> recorded = new ArrayList<>();

        @Override
        public boolean covers(Message message) {
            return message.id().sequence() % 2 == 0;
        }

        @Override
        public void settled(DeliveryOutcome outcome, long sentAgoNanos) {
            sentAgo.put(outcome.message().id().sequence(), sentAgoNanos);
        }

        @Override
        public void recorded(List<DeliveryOutcome> outcomes) {
            outcomes.forEach(outcome -> recorded.add(outcome.message().id().sequence()));
        }

        @Override
        public void received(Message message, Arrived arrived, @Nullable ReasonCode refused) {
            throw new AssertionError("nothing is received here");
        }
    }

    @Test
    void tellsHowLongAReceiptTookAndThatTheStateIsWritten() {
        Even trace = new Even();
        fixture.trace(trace);
        fixture.holdReceipts(true);
        fixture.commit(2, Precedence.ROUTINE, BRAVO);
        fixture.turn();
        assertThat(fixture.transport.sends()).hasSize(2);
        fixture.turns(7);

        fixture.group().onReceipt(receipt(1, 2));
        fixture.group().turn();

        assertThat(trace.sentAgo).containsExactly(Map.entry(2L, 7_000_000L));
        fixture.turn();
        assertThat(trace.recorded).containsExactly(1L, 2L);
    }

    @Test
    void tellsOfARowThatWasNeverSent() {
        Even trace = new Even();
        fixture.trace(trace);
        fixture.commit(Drafts.message(2, "Z999", Precedence.ROUTINE, 10, BRAVO));

        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(trace.sentAgo).hasSize(1);
        assertThat(trace.sentAgo.get(2L)).isNegative();
    }
}
