package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of messages that arrive and that somebody follows. */
class InboundTraceTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final VirtualTime time = new VirtualTime();
    private final List<String> told = new ArrayList<>();
    private final InboundTurns turns =
            new InboundTurns(inbox, parts(), time, nanos -> time.advance(Duration.ofNanos(nanos)));

    private DataPathParts parts() {
        DataPathParts quick = QuickParts.of(
                SELF,
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time),
                message -> message.id().sequence() == 6 ? new Verdict.Excluded("not wanted") : new Verdict.Unfiltered(),
                new SimpleMeterRegistry(),
                StepListener.NONE);
        return new DataPathParts(
                quick.self(),
                quick.rules(),
                quick.filter(),
                quick.edge(),
                quick.settings(),
                quick.objectives(),
                quick.meters(),
                quick.loops(),
                quick.announcements(),
                new Even(),
                quick.steps());
    }

    /** Follows messages with an even number. */
    private final class Even implements DeliveryTrace {
        @Override
        public boolean covers(Message message) {
            return message.id().sequence() % 2 == 0;
        }

        @Override
        public void settled(DeliveryOutcome outcome, long sentAgoNanos) {
            throw new AssertionError("nothing is sent here");
        }

        @Override
        public void recorded(List<DeliveryOutcome> outcomes) {
            throw new AssertionError("nothing is sent here");
        }

        @Override
        public void received(Message message, Arrived arrived, @Nullable ReasonCode refused) {
            told.add(message.id().sequence() + " " + arrived.transport() + " " + arrived.agoNanos() + " "
                    + arrived.writtenAgoNanos() + " " + (refused == null ? "" : refused.code()));
        }
    }

    @Test
    void tellsHowLongMessagesWaitedAndWhatTheirTransactionTook() {
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("write")) {
                    time.advance(Duration.ofNanos(30));
                }
            }
        });
        time.advance(Duration.ofNanos(1));
        turns.onMessage(Drafts.message(1, SELF), transport);
        turns.onMessage(Drafts.message(2, SELF), transport);
        time.advance(Duration.ofNanos(5));

        turns.turn();

        assertThat(told).containsExactly("2 receipts 35 30 ");
    }

    @Test
    void tellsWhyAMessageIsNotInTheInbox() {
        inbox.refuse(message -> message.id().sequence() == 8);
        turns.onMessage(Drafts.message(4, "Z999", Precedence.ROUTINE, 10, SELF), transport);
        turns.onMessage(Drafts.message(6, SELF), transport);
        turns.onMessage(Drafts.message(8, SELF), transport);

        turns.turn();

        assertThat(told)
                .containsExactlyInAnyOrder(
                        "4 receipts 0 0 " + ErrorCode.UNKNOWN_TOPIC.code(),
                        "6 receipts 0 0 " + ErrorCode.FILTERED.code(),
                        "8 receipts 0 0 " + ErrorCode.DATABASE_REFUSED.code());
    }

    @Test
    void tellsOfBothMessagesThatCameTogetherWithOneNumber() {
        turns.onMessage(Drafts.message(2, SELF), transport);
        turns.onMessage(Drafts.message(2, SELF).withPayload(new byte[] {1}), transport);

        turns.turn();

        assertThat(told).containsExactly("2 receipts 0 0 ", "2 receipts 0 0 " + ErrorCode.IDENTITY_REUSED.code());
        assertThat(transport.taken()).as("each is answered when it comes again").isEmpty();
    }
}
