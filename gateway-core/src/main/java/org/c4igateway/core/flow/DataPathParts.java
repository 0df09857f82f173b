package org.c4igateway.core.flow;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.Loops;

/**
 * What the flows of one gateway share.
 *
 * @param self this node's system
 * @param rules rules for messages
 * @param filter which of the received messages are wanted
 * @param edge encoding of the rows of the outbox
 * @param settings bounds and timers
 * @param objectives within which time messages should arrive
 * @param meters where meters go
 * @param loops where the threads of the flows are supervised
 * @param announcements told of what other nodes announce
 * @param trace told how far messages have come
 * @param steps called after each step; {@link StepListener#NONE} outside fault tests
 */
public record DataPathParts(
        SystemName self,
        MessageRules rules,
        SubscriptionFilter filter,
        EdgeText edge,
        FlowSettings settings,
        ArrivalObjectives objectives,
        MeterRegistry meters,
        Loops loops,
        AnnouncementListener announcements,
        DeliveryTrace trace,
        StepListener steps) {
    public DataPathParts {
        Objects.requireNonNull(self);
        Objects.requireNonNull(rules);
        Objects.requireNonNull(filter);
        Objects.requireNonNull(edge);
        Objects.requireNonNull(settings);
        Objects.requireNonNull(objectives);
        Objects.requireNonNull(meters);
        Objects.requireNonNull(loops);
        Objects.requireNonNull(announcements);
        Objects.requireNonNull(trace);
        Objects.requireNonNull(steps);
    }
}
