package org.c4igateway.dds.transport.presence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dds.api.WriteResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of all peers. A peer that announces itself becomes reachable when its readers have been found, see
 * {@link TopicMatching}, and it has answered a {@link Greeting}. Its epoch grows when it is lost, when it returns as
 * another incarnation without a visible end, when the route to it changes, and when it says that samples are lost.
 */
final class PeerTable {
    private static final Logger LOG = LoggerFactory.getLogger(PeerTable.class);

    private final PeerScope scope;
    private final ReadWriteLock epochLock = new ReentrantReadWriteLock();
    private final Map<SystemName, PeerState> states = new ConcurrentHashMap<>();
    private final NameHolders<WrittenAnnouncement> present;
    private final Map<SystemName, Set<String>> topics = new ConcurrentHashMap<>();
    private final Map<SystemName, Introduction> introductions = new ConcurrentHashMap<>();
    private final TopicMatching matching;

    private final UnansweredHellos greeting = new UnansweredHellos();
    private final ToLongFunction<NodeAnnouncement> greet;
    private final InboundHandler handler;

    /**
     * @param nameConflicts takes nodes that announce the name of a present node with another database
     * @param greet says HELLO to the node that announced itself so; does not block; returns the HELLO's time
     */
    PeerTable(
            PeerScope scope,
            DomainView domain,
            NameConflicts<WrittenAnnouncement> nameConflicts,
            ToLongFunction<NodeAnnouncement> greet,
            InboundHandler handler) {
        this.scope = scope;
        this.matching = new TopicMatching(domain.readersOfTopic());
        this.present = new NameHolders<>(domain.hasAnnouncer(), domain.dismiss(), nameConflicts);
        this.greet = greet;
        this.handler = handler;
    }

    PeerState state(SystemName peer) {
        return states.getOrDefault(peer, PeerState.UNKNOWN);
    }

    /**
     * Runs an attempt to write if all destinations are in the given epochs. A new epoch and its HELLO wait until the
     * attempt has ended. Any thread; changes of peers wait as well, so the attempt may block for a short time only.
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

    /** @return the last announcement of a peer; any thread */
    Optional<Introduction> introduction(SystemName peer) {
        return Optional.ofNullable(introductions.get(peer));
    }

    /**
     * A node has announced itself.
     *
     * @param whole with all its topics
     * @return the resulting state of the node
     */
    synchronized AnnouncementVerdict announced(WrittenAnnouncement whole) {
        SystemName peer = whole.system();
        WrittenAnnouncement before = holder(peer);
        if (before == null && !scope.hasRoomFor(peer, present.all().size())) {
            return AnnouncementVerdict.TOO_MANY;
        }
        if (present.refuses(whole)) {
            return AnnouncementVerdict.REFUSED;
        }
        WrittenAnnouncement now = new WrittenAnnouncement(whole.presented().within(scope.topics()), whole.writer());
        present.take(now);
        if (before != null && before.presented().equals(now.presented())) {
            return AnnouncementVerdict.KNOWN;
        }
        topics.put(peer, now.presented().node().topicDigests().keySet());
        introductions.put(peer, now.introduction());
        handler.onAnnouncement(whole.presented().node());
        if (before == null) {
            matching.begin(peer);
            change(peer, new PeerState(false, Math.max(1, state(peer).epoch())));
        } else if (!before.presented().isSamePathTo(now.presented())) {
            matching.begin(peer);
            greeting.forget(peer);
            change(peer, new PeerState(false, state(peer).epoch() + 1));
        }
        review();
        return matching.isWaitingFor(peer) ? AnnouncementVerdict.MATCHING : AnnouncementVerdict.KNOWN;
    }

    private @Nullable WrittenAnnouncement holder(SystemName peer) {
        return present.holder(peer.value()).orElse(null);
    }

    /**
     * An announcement was withdrawn, or its writer is gone.
     *
     * @param writer who took it back
     * @return the node that replaces it, if one was waiting
     */
    synchronized Optional<WrittenAnnouncement> gone(SystemName peer, long writer) {
        boolean isGone = holder(peer) != null && present.isLeftBy(peer.value(), writer);
        return isGone ? remove(peer) : Optional.empty();
    }

    private Optional<WrittenAnnouncement> remove(SystemName peer) {
        Optional<WrittenAnnouncement> successor = present.remove(peer.value());
        matching.forget(peer);
        greeting.forget(peer);
        change(peer, new PeerState(false, state(peer).epoch() + 1));
        if (!scope.isPeer(peer)) {
            states.remove(peer);
            topics.remove(peer);
            introductions.remove(peer);
        }
        return successor;
    }

    /** Checks for nodes whose end DDS may not report. @return the nodes that replace those that are gone */
    synchronized List<WrittenAnnouncement> settle() {
        List<WrittenAnnouncement> successors = new ArrayList<>();
        present.left().forEach(name -> remove(new SystemName(name)).ifPresent(successors::add));
        return successors;
    }

    /** @return whether that system has announced itself as a node */
    synchronized boolean isPresent(SystemName system) {
        return holder(system) != null;
    }

    /** @return how far this node and that peer have come */
    synchronized Standing standing(SystemName peer) {
        PeerState state = state(peer);
        if (state.reachable()) {
            return Standing.REACHABLE;
        }
        if (holder(peer) == null) {
            return state.epoch() == 0 ? Standing.UNKNOWN : Standing.GONE;
        }
        return matching.isWaitingFor(peer) ? Standing.MATCHING : Standing.UNANSWERED;
    }

    /** @return the last announcement of the node of that system, if it is there */
    synchronized Optional<WrittenAnnouncement> held(SystemName system) {
        return present.holder(system.value());
    }

    /**
     * The peer has answered a HELLO to its present incarnation. An answer to a HELLO of an earlier epoch does not
     * count: a later sample could overtake the HELLO of this epoch and be accepted while earlier ones are not.
     *
     * @param helloNanos time of the HELLO that it answers
     */
    synchronized void welcomed(SystemName peer, long incarnation, long helloNanos) {
        boolean current =
                held(peer).filter(held -> held.incarnation() == incarnation).isPresent();
        if (current && greeting.answered(peer, helloNanos)) {
            change(peer, new PeerState(true, state(peer).epoch()));
        }
    }

    /**
     * The peer misses samples: what follows them would overtake them when they are sent again, so a new epoch begins.
     * What is said of an earlier epoch has had its effect.
     *
     * @param helloNanos time of the HELLO behind which they were written
     */
    synchronized void lost(SystemName peer, long incarnation, long helloNanos) {
        WrittenAnnouncement held = holder(peer);
        if (held != null
                && held.incarnation() == incarnation
                && state(peer).reachable()
                && greeting.isOfThisEpoch(peer, helloNanos)) {
            LOG.warn("{} misses messages of this node; rows without a receipt are sent again", peer);
            change(peer, new PeerState(false, state(peer).epoch() + 1));
            matched(held.presented().node());
        }
    }

    /** Repeats HELLO to peers that have not answered. */
    synchronized void greetAgain() {
        greeting.tick(peer -> {
            WrittenAnnouncement held = holder(peer);
            if (held != null) {
                var _ = greet.applyAsLong(held.presented().node());
            }
        });
    }

    /** The number of readers of some topic has changed. */
    synchronized void matchesChanged() {
        review();
    }

    /** Matching takes too long. The node sends now; a message that no reader gets is sent again without a receipt. */
    synchronized void giveUpMatching(PeerAnnouncement peerAnnouncement) {
        SystemName peer = peerAnnouncement.node().system();
        WrittenAnnouncement held = holder(peer);
        if (held != null && held.presented().isSamePathTo(peerAnnouncement) && matching.isWaitingFor(peer)) {
            LOG.warn("{} has not matched all topics in time. The node sends to it anyway", peer);
            matching.giveUp(peer);
            matched(held.presented().node());
            review();
        }
    }

    private void review() {
        matching.matched(present.all()).forEach(held -> matched(held.presented().node()));
    }

    private void matched(NodeAnnouncement announcement) {
        matching.end(announcement.system());
        greeting.begin(announcement.system(), greet.applyAsLong(announcement));
    }

    private void change(SystemName peer, PeerState state) {
        epochLock.writeLock().lock();
        try {
            states.put(peer, state);
        } finally {
            epochLock.writeLock().unlock();
        }
        LOG.debug("{} is {} (epoch {})", peer, state.reachable() ? "reachable" : "not reachable", state.epoch());
        handler.onPeer(peer, state);
    }
}
