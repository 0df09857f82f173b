package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;

/** One inbound flow into an inbox with dead letters, supervised on a clock that a test moves. */
abstract class WatchedInboundFixture {
    static final Duration SOON = Duration.ofSeconds(60);
    static final SystemName SELF = new SystemName("SELF");

    final PutBackInbox inbox = new PutBackInbox();
    final ReceiptTransport transport = new ReceiptTransport();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final VirtualTime clock = new VirtualTime();
    final Loops loops = new Loops(meters, clock, clock, fault -> {});
    final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    final InboundFlow flow = flow(quick().settings());

    private DataPathParts quick() {
        return QuickParts.of(
                SELF,
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                meters,
                StepListener.NONE);
    }

    final InboundFlow flow(FlowSettings settings) {
        DataPathParts quick = quick();
        DataPathParts parts = new DataPathParts(
                quick.self(),
                quick.rules(),
                quick.filter(),
                quick.edge(),
                settings,
                quick.objectives(),
                quick.meters(),
                loops,
                quick.announcements(),
                quick.trace(),
                quick.steps());
        return new InboundFlow(inbox, List.of(transport), parts, fatal::add);
    }

    @AfterEach
    void close() {
        inbox.memory.faults(Faults.NONE);
        flow.close();
    }
}
