package org.c4igateway.dds.transport;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dds.api.WriteResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which peers are there. A peer that announces itself becomes reachable when every topic that both sides know has at least as
 * many readers as there are such peers and gateways, since what is written before a reader is matched does not reach it, and
 * when it has answered a {@link Greeting}. Its epoch grows when it is lost, when it comes back as another incarnation without
 * having been seen to go, and when the way to it changes.
 */
final class PeerTable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerTable.class);

    private final Set<String> ownTopics;
    private final ReadWriteLock epochLock = new ReentrantReadWriteLock();
    private final Map<SystemName, PeerState> states = new ConcurrentHashMap<>();
    private final Map<SystemName, Presented> present = new HashMap<>();
    private final Map<SystemName, Set<String>> topics = new ConcurrentHashMap<>();
    private final Set<SystemName> matching = new HashSet<>();
    private final Set<SystemName> greeting = new HashSet<>();
    private final Consumer<NodeAnnouncement> greet;
    private final ToIntFunction<String> readersOfTopic;
    private final InboundHandler handler;

    /**
     * @param readersOfTopic how many readers are matched to this node's writer of a topic id now; any thread
     * @param greet says HELLO to the node that announced itself so; does not block
     */
    PeerTable(
            Set<String> ownTopics,
            ToIntFunction<String> readersOfTopic,
            Consumer<NodeAnnouncement> greet,
            InboundHandler handler) {
        this.ownTopics = ownTopics;
        this.readersOfTopic = readersOfTopic;
        this.greet = greet;
        this.handler = handler;
    }

    PeerState state(SystemName peer) {
        return states.getOrDefault(peer, PeerState.UNKNOWN);
    }

    /**
     * Lets an attempt to write happen in the given epochs: a new one begins after it, and so does the HELLO that says from when
     * on samples count in it. Any thread; news of peers wait for the attempt, which blocks for a short time only.
     *
     * @return the result of the attempt; null when some destination is not reachable or in another epoch
     */
    @Nullable WriteResult within(
            Collection<SystemName> destinations, Map<SystemName, Long> epochs, Supplier<WriteResult> attempt) {
        epochLock.readLock().lock();
        try {
            boolean current = destinations.stream()
                    .allMatch(peer -> state(peer).equals(new PeerState(true, epochs.getOrDefault(peer, 0L))));
            return current ? attempt.get() : null;
        } finally {
            epochLock.readLock().unlock();
        }
    }

    /** @return false when the peer has announced a catalogue without that topic; any thread */
    boolean carries(String topicId, SystemName peer) {
        Set<String> known = topics.get(peer);
        return known == null || known.contains(topicId);
    }

    /** A peer has announced itself. @return whether it has yet to match */
    synchronized boolean announced(Presented presented) {
        SystemName peer = presented.node().system();
        Presented before = present.put(peer, presented);
        if (before != null && before.equals(presented)) {
            return false;
        }
        topics.put(peer, presented.node().topicDigests().keySet());
        handler.onAnnouncement(presented.node());
        if (before == null) {
            matching.add(peer);
            change(peer, new PeerState(false, Math.max(1, state(peer).epoch())));
        } else if (!before.isSamePathTo(presented)) {
            matching.add(peer);
            greeting.remove(peer);
            change(peer, new PeerState(false, state(peer).epoch() + 1));
        }
        review();
        return matching.contains(peer);
    }

    /** A peer is gone. */
    synchronized void gone(SystemName peer) {
        if (present.remove(peer) != null) {
            matching.remove(peer);
            greeting.remove(peer);
            change(peer, new PeerState(false, state(peer).epoch() + 1));
        }
    }

    /** @return whether that system has announced itself as a node */
    synchronized boolean isPresent(SystemName system) {
        return present.containsKey(system);
    }

    /** The peer has answered the HELLO that was said to this incarnation of it. */
    synchronized void welcomed(SystemName peer, long incarnation) {
        Presented presented = present.get(peer);
        boolean current = presented != null && presented.node().incarnation() == incarnation;
        if (current && greeting.remove(peer)) {
            change(peer, new PeerState(true, state(peer).epoch()));
        }
    }

    /** Says HELLO again to those that have not answered: the first one may have come before its reader was there. */
    synchronized void greetAgain() {
        greeting.forEach(peer -> {
            Presented presented = present.get(peer);
            if (presented != null) {
                greet.accept(presented.node());
            }
        });
    }

    /** The number of readers of some topic has changed. */
    synchronized void matchesChanged() {
        review();
    }

    /** Matching has taken too long: what the peer still misses comes by repetition. */
    synchronized void giveUpMatching(Presented presented) {
        SystemName peer = presented.node().system();
        if (presented.equals(present.get(peer)) && matching.contains(peer)) {
            LOG.warn("{} has not matched all topics in time; using it anyway", peer);
            matched(presented.node());
        }
    }

    private void review() {
        for (SystemName peer : List.copyOf(matching)) {
            Presented presented = present.get(peer);
            if (presented != null && hasMatched(presented.node())) {
                matched(presented.node());
            }
        }
    }

    private boolean hasMatched(NodeAnnouncement announcement) {
        return announcement.topicDigests().keySet().stream()
                .filter(ownTopics::contains)
                .allMatch(topic -> readersOfTopic.applyAsInt(topic) >= expectedReaders(topic));
    }

    /** A WAN gateway reads once for all the systems that it stands for. */
    private long expectedReaders(String topic) {
        return present.values().stream()
                .filter(presented -> presented.node().topicDigests().containsKey(topic))
                .map(Presented::reader)
                .distinct()
                .count();
    }

    private void matched(NodeAnnouncement announcement) {
        matching.remove(announcement.system());
        greeting.add(announcement.system());
        greet.accept(announcement);
    }

    private void change(SystemName peer, PeerState state) {
        epochLock.writeLock().lock();
        try {
            states.put(peer, state);
        } finally {
            epochLock.writeLock().unlock();
        }
        LOG.info("{} is {} (epoch {})", peer, state.reachable() ? "reachable" : "not reachable", state.epoch());
        handler.onPeer(peer, state);
    }
}
