package org.c4igateway.core.contract;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/**
 * Connects the in-memory transports of one test. A node that opens is reachable at once by all that name it as a peer;
 * one that closes is away, and what was in its queues is lost. Thread-safe.
 */
public final class InMemoryNetwork {
    private final Map<SystemName, InMemoryTransport> nodes = new HashMap<>();
    private final Set<Set<SystemName>> cuts = new HashSet<>();
    private final InMemoryLimits limits;

    /** A network with {@link InMemoryLimits#DEFAULTS}. */
    public InMemoryNetwork() {
        this(InMemoryLimits.DEFAULTS);
    }

    /** @param limits bounds of each node's queues */
    public InMemoryNetwork(InMemoryLimits limits) {
        this.limits = limits;
    }

    /** @return a factory of nodes of this network; {@code multicast} says whether one send reaches several */
    public TransportFactory factory(boolean multicast) {
        return new TransportFactory() {
            @Override
            public String name() {
                return InMemoryTransport.NAME;
            }

            @Override
            public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
                // It needs nothing of the machine.
            }

            @Override
            public Transport open(TransportContext context) {
                InMemoryTransport node = new InMemoryTransport(context, multicast, limits, InMemoryNetwork.this);
                join(node);
                return node;
            }

            @Override
            public boolean takesNewcomers() {
                return false;
            }
        };
    }

    private synchronized void join(InMemoryTransport node) {
        if (nodes.putIfAbsent(node.self(), node) != null) {
            throw new IllegalStateException(node.self() + " is open already");
        }
        for (InMemoryTransport other : nodes.values()) {
            if (other != node && !isCut(node.self(), other.self())) {
                connect(node, other);
            }
        }
    }

    synchronized void leave(InMemoryTransport node) {
        if (nodes.remove(node.self(), node)) {
            nodes.values().forEach(other -> other.peerAway(node.self()));
        }
    }

    /** Breaks the connection between two systems in both directions until {@link #mend}. */
    public synchronized void cut(SystemName one, SystemName other) {
        if (cuts.add(Set.of(one, other))) {
            InMemoryTransport a = nodes.get(one);
            InMemoryTransport b = nodes.get(other);
            if (a != null && b != null) {
                a.peerAway(other);
                b.peerAway(one);
            }
        }
    }

    /** Connects two systems again, in a new epoch. */
    public synchronized void mend(SystemName one, SystemName other) {
        if (cuts.remove(Set.of(one, other))) {
            InMemoryTransport a = nodes.get(one);
            InMemoryTransport b = nodes.get(other);
            if (a != null && b != null) {
                connect(a, b);
            }
        }
    }

    /** @return the node that {@code from} reaches under that name; null when there is none or the connection is cut */
    synchronized @Nullable InMemoryTransport find(SystemName from, SystemName to) {
        return isCut(from, to) ? null : nodes.get(to);
    }

    private boolean isCut(SystemName one, SystemName other) {
        return !one.equals(other) && cuts.contains(Set.of(one, other));
    }

    private static void connect(InMemoryTransport one, InMemoryTransport other) {
        one.peerMet(other.self(), other.announcement());
        other.peerMet(one.self(), one.announcement());
    }
}
