package org.c4igateway.jms;

import org.c4igateway.jms.client.ClientThreads;
import org.c4igateway.jms.presence.OwnQueues;
import org.c4igateway.jms.presence.RepeatedNameClaims;

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
        RepeatedNameClaims refusals) {}
