package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * A transport on virtual time with a bounded pipe per peer. It keeps the port's promises: what it accepts arrives in
 * order, or is lost together with everything after it until a new epoch, except for what {@link SimLink#silentLoss}
 * takes.
 */
public final class SimTransport implements Transport {
    private final Map<SystemName, String> missing = new HashMap<>();
    private final Map<SystemName, Integer> identityDays = new HashMap<>();
    private final Map<SystemName, Subscriptions> subscriptions = new HashMap<>();
    private final Set<SystemName> silent = new HashSet<>();
    private final boolean multicast;
    private final VirtualTime time;
    private final SimLink link;
    private final Map<SystemName, SimPeer> peers = new LinkedHashMap<>();
    private final List<Message> sends = new ArrayList<>();
    private final Map<SystemName, SendOutcome> refusals = new HashMap<>();
    private @Nullable SendOutcome forced;
    private Runnable insideSend = () -> {};

    SimTransport(boolean multicast, Collection<SystemName> peers, VirtualTime time, SimLink link) {
        this.multicast = multicast;
        this.time = time;
        this.link = link;
        peers.forEach(peer -> this.peers.put(peer, new SimPeer(peer)));
    }

    public SimPeer at(SystemName peer) {
        SimPeer found = peers.get(peer);
        if (found == null) {
            throw new AssertionError("sent to an unknown destination: " + peer);
        }
        return found;
    }

    Collection<SimPeer> peers() {
        return peers.values();
    }

    /** Each send has this outcome until null is given. */
    public void force(@Nullable SendOutcome outcome) {
        forced = outcome;
    }

    /**
     * This happens inside each send, after its caller has looked at the peers and before the pipe takes the message.
     */
    public void insideSend(Runnable action) {
        insideSend = action;
    }

    /** Each send to that destination has this outcome. */
    void refuseTo(SystemName destination, SendOutcome outcome) {
        refusals.put(destination, outcome);
    }

    /** @return accepted sends in order, each with its destinations; a live view */
    public List<Message> sends() {
        return sends;
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public boolean multicast() {
        return multicast;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        List<SystemName> destinations = message.destinations();
        if (destinations.isEmpty() || (!multicast && destinations.size() > 1)) {
            throw new AssertionError("sent to " + destinations);
        }
        insideSend.run();
        if (forced != null) {
            return forced;
        }
        for (SystemName destination : destinations) {
            SendOutcome refusal = refusals.get(destination);
            if (refusal != null) {
                return refusal;
            }
        }
        boolean full = destinations.stream().anyMatch(peer -> at(peer).queued() >= link.capacity);
        if (full) {
            return new SendOutcome.BackPressured(Duration.ofMillis(3));
        }
        boolean away = destinations.stream()
                .anyMatch(peer -> !at(peer).state().equals(new PeerState(true, epochs.getOrDefault(peer, 0L))));
        if (away) {
            return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
        }
        sends.add(message);
        destinations.forEach(peer -> carry(message, at(peer)));
        return SendOutcome.Accepted.INSTANCE;
    }

    private void carry(Message message, SimPeer peer) {
        if (link.chance(link.silentLoss)) {
            return;
        }
        peer.accept(message, time.getAsLong() + link.delayNanos());
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        throw new AssertionError("an outbound group sends no receipts");
    }

    /** That peer announces a catalogue without that topic. */
    void withoutTopic(SystemName peer, String topicId) {
        missing.put(peer, topicId);
    }

    /** That peer says that it remembers for so many days what it has received. */
    void remembers(SystemName peer, int days) {
        identityDays.put(peer, days);
        silent.remove(peer);
    }

    /** From now on the peer says that it wants this. */
    public void subscribes(SystemName peer, Subscriptions wanted) {
        subscriptions.put(peer, wanted);
    }

    /** That peer is reached before its announcement has come. */
    void hasNotIntroducedItself(SystemName peer) {
        silent.add(peer);
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return silent.contains(peer)
                ? Optional.empty()
                : Optional.of(new Introduction(1, Optional.empty(), identityDays.getOrDefault(peer, 0))
                        .subscribedTo(subscriptions.getOrDefault(peer, Subscriptions.NOT_TOLD)));
    }

    @Override
    public boolean carries(String topicId, SystemName peer) {
        return !topicId.equals(missing.get(peer));
    }

    @Override
    public void flush() {}

    @Override
    public PeerState peer(SystemName peer) {
        return at(peer).state();
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        return () -> {};
    }

    @Override
    public void close() {}
}
