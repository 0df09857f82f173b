package org.c4igateway.core.transport;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What a transport needs to know of its node.
 *
 * @param self the node's system
 * @param incarnation differs for each start of the node
 * @param introduction what the node tells of its start and its database; a node that only sends subscribes to nothing
 * @param peers destinations of this transport; a view of the given set, which may grow while the transport is open if
 *     it {@linkplain TransportFactory#takesNewcomers takes newcomers}
 * @param routed systems that have a route at this node, by this transport or another, and so may send by this one; a
 *     view that may grow
 * @param catalogue the node's topics
 * @param maxPayloadBytes largest payload the node accepts
 * @param meters where meters go; shared
 * @param loops where the transport's threads are supervised
 * @param time the wall clock of this process
 * @param receives whether messages are for this node; one that only sends wants receipts and no messages
 */
public record TransportContext(
        SystemName self,
        long incarnation,
        Introduction introduction,
        Set<SystemName> peers,
        Set<SystemName> routed,
        TopicCatalogue catalogue,
        int maxPayloadBytes,
        MeterRegistry meters,
        Loops loops,
        InstantSource time,
        boolean receives) {
    public TransportContext {
        Objects.requireNonNull(self);
        introduction = receives ? introduction : introduction.subscribedTo(Subscriptions.NOT_TOLD);
        peers = Collections.unmodifiableSet(peers);
        routed = Collections.unmodifiableSet(routed);
        Objects.requireNonNull(catalogue);
        Objects.requireNonNull(meters);
        Objects.requireNonNull(loops);
        Objects.requireNonNull(time);
    }
}
