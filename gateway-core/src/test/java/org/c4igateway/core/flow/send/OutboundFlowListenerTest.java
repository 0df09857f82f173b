package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;

class OutboundFlowListenerTest {
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final OutboundFixture fixture = new OutboundFixture(false, BRAVO, CHARLIE);
    private final VirtualTime clock = new VirtualTime();
    private final List<IntSupplier> listeners = new ArrayList<>();
    private final OutboxSignal signal = new OutboxSignal() {
        @Override
        public Registration listen(Runnable wake, IntSupplier readers) {
            listeners.add(readers);
            return () -> listeners.remove(readers);
        }

        @Override
        public void rowsSeen() {}

        @Override
        public boolean tellsEachCommit() {
            return false;
        }
    };

    @Test
    void aClosedOneListensNoMore() {
        for (int activation = 0; activation < 3; activation++) {
            OutboundFlow flow = flow(Map.of(BRAVO, fixture.transport));
            flow.start();
            assertThat(listeners).hasSize(1);
            flow.close();
        }

        assertThat(listeners).isEmpty();
    }

    /** Each of them reads when the signal wakes it. */
    @Test
    void tellsTheSignalHowManySendersItHas() {
        OutboundFlow flow = flow(Map.of(BRAVO, fixture.transport, CHARLIE, fixture.transport));

        assertThat(listeners).singleElement().returns(2, IntSupplier::getAsInt);
        flow.close();
    }

    private OutboundFlow flow(Map<SystemName, Transport> routes) {
        DataPathParts parts = new DataPathParts(
                new SystemName("ALPHA"),
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                fixture.settings,
                ArrivalObjectives.DEFAULTS,
                fixture.meters,
                new Loops(fixture.meters, clock, clock, fault -> {}),
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                StepListener.NONE);
        return new OutboundFlow(routes, fixture.outbox, signal, parts, fault -> {});
    }
}
