package org.c4igateway.jms;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.jms.client.ClientThreads;
import org.c4igateway.jms.client.Sending;
import org.c4igateway.jms.presence.OwnQueues;
import org.c4igateway.jms.presence.RepeatedNameClaims;
import org.c4igateway.jms.wire.ReadableBatches;
import org.jspecify.annotations.Nullable;

/**
 * What all links of a node share.
 *
 * @param queues the node's own: before it has them, no link is made
 * @param refusals told when a peer refuses this node because of its name
 */
record LinkSurroundings(
        ClientThreads threads,
        JmsSettings.Limits limits,
        JmsSettings.Batch batch,
        HandlerGate gate,
        OwnQueues queues,
        RepeatedNameClaims refusals) {
    /**
     * @param recipient incarnation of the peer that they are for; 0: none is told
     * @return how rows are sent to a peer that reads those batches
     */
    Sending sending(LongSupplier recipient, Supplier<@Nullable ReadableBatches> peer, Sending.Listener listener) {
        return new Sending(limits, batch, recipient, peer, listener);
    }
}
