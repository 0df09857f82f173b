package org.c4igateway.core.flow.send;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.Transport;

/**
 * What a sender works with.
 *
 * @param total what all senders of the process hold in memory
 * @param beside runs calls of the database beside the turns of the sender; one that runs them at once is right, too
 */
public record SenderParts(
        Transport transport,
        Outbox outbox,
        OutboxSignal signal,
        MessageRules rules,
        EdgeText edge,
        FlowSettings settings,
        InFlightTotal total,
        OutboundMeters meters,
        DeliveryTrace trace,
        StepListener steps,
        LongSupplier nanoTime,
        Executor beside) {}
