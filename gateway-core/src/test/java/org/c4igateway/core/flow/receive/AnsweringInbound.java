package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.jspecify.annotations.Nullable;

/** The inbound flow of a node, turn by turn; tests set how messages are judged, and look at what is answered. */
abstract class AnsweringInbound {
    static final SystemName SELF = new SystemName("SELF");

    final MemoryInbox inbox = new MemoryInbox();
    final ReceiptTransport transport = new ReceiptTransport();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final VirtualTime time = new VirtualTime();
    final List<Step> steps = new ArrayList<>();
    Verdict verdict = new Verdict.Unfiltered();
    Predicate<Message> excluded = _ -> false;

    @Nullable String finding;

    InboundTurns turns = turns();

    InboundTurns turns() {
        return new InboundTurns(inbox, parts(), time, nanos -> time.advance(Duration.ofNanos(nanos)));
    }

    DataPathParts parts() {
        MessageRules rules =
                new MessageRules(Drafts.CATALOGUE, 1_000, message -> new MessageJudgement(null, finding), time);
        return QuickParts.of(
                SELF,
                rules,
                message -> excluded.test(message) ? new Verdict.Excluded("odd") : verdict,
                meters,
                steps::add);
    }

    /** They arrive together. */
    void arrive(Message... messages) {
        for (Message message : messages) {
            turns.onMessage(message, transport);
        }
        turns.turn();
    }

    Message expiring(long sequence) {
        return Drafts.expiring(VirtualTime.START.plusSeconds(10), Drafts.message(sequence, SELF));
    }

    static Message other(Message message) {
        return message.withPayload(new byte[] {1});
    }

    /** @return what was rejected until now, and why */
    List<Map.Entry<Long, ReasonCode>> rejected() {
        return transport.taken().stream()
                .flatMap(receipt -> receipt.rejected().stream())
                .map((Rejection each) -> Map.entry(each.sequence(), each.code()))
                .toList();
    }

    long confirmed() {
        return transport.confirmed(Drafts.ORIGIN);
    }
}
