package org.c4igateway.core.flow.send;

import java.util.function.LongSupplier;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.transport.Transport;

/** What an outbound group works with. */
public record SenderParts(
        Transport transport,
        Outbox outbox,
        MessageRules rules,
        EdgeText edge,
        FlowSettings settings,
        OutboundMeters meters,
        StepListener steps,
        LongSupplier nanoTime) {}
