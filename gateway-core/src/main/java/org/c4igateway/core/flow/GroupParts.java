package org.c4igateway.core.flow;

import java.util.function.LongSupplier;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.transport.Transport;

/** What an outbound group works with. */
record GroupParts(
        Transport transport,
        Outbox outbox,
        MessageRules rules,
        FlowSettings settings,
        OutboundMeters meters,
        StepListener steps,
        LongSupplier nanoTime) {}
