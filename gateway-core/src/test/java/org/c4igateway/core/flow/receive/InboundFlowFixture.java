package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;

abstract class InboundFlowFixture {
    static final SystemName SELF = new SystemName("SELF");
    static final int QUEUE_ROWS = 8;

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
        Duration pause = Duration.ofMillis(1);
        FlowSettings settings = new FlowSettings(
                20, 1_000, 5, pause, pause, pause, pause, pause, QUEUE_ROWS, 1 << 20, 4, pause, pause.multipliedBy(4));
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time);
        return new DataPathParts(
                SELF,
                rules,
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                AnnouncementListener.NONE,
                steps::add);
    }
}
