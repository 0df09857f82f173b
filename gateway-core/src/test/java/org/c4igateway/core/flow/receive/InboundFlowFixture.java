package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.AfterEach;

/** One inbound flow into a memory inbox, with a transport that keeps its receipts. */
abstract class InboundFlowFixture {
    static final SystemName SELF = new SystemName("SELF");
    static final int QUEUE_ROWS = QuickParts.QUEUE_ROWS;

    final MemoryInbox inbox = new MemoryInbox();
    final ReceiptTransport transport = new ReceiptTransport();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    final List<Step> steps = new CopyOnWriteArrayList<>();
    final VirtualTime time = new VirtualTime();
    final InboundFlow flow = new InboundFlow(inbox, List.of(), parts(), fatal::add);

    @AfterEach
    void close() {
        inbox.faults(Faults.NONE);
        flow.close();
        assertThat(fatal).isEmpty();
    }

    DataPathParts parts() {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time);
        return QuickParts.of(SELF, rules, SubscriptionFilter.NONE, meters, steps::add);
    }
}
