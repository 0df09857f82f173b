package org.c4igateway.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * The transport of one process. It keeps the contract of the port and nothing more; between its caller's look at a peer
 * and the moment in which the middleware has the message, anything may happen.
 */
final class NodeTransport implements Transport {
    private final World world;
    private final SimProcess process;
    private final boolean multicast;
    private final Map<SystemName, Peer> peers = new LinkedHashMap<>();

    /** A peer as this process knows it. */
    private static final class Peer {
        private boolean reachable;
        private long epoch;
        private @Nullable Introduction introduction;
    }

    NodeTransport(World world, SimProcess process, boolean multicast, List<SystemName> others) {
        this.world = world;
        this.process = process;
        this.multicast = multicast;
        others.forEach(other -> peers.put(other, new Peer()));
    }

    /** A new epoch of the peer begins. */
    void meet(SystemName other) {
        Peer peer = at(other);
        peer.reachable = true;
        peer.epoch++;
    }

    void lose(SystemName other) {
        at(other).reachable = false;
    }

    void introduce(SystemName other, Introduction introduction) {
        at(other).introduction = introduction;
    }

    private Peer at(SystemName other) {
        Peer peer = peers.get(other);
        if (peer == null) {
            throw new AssertionError("no peer: " + other);
        }
        return peer;
    }

    @Override
    public String name() {
        return "simulated";
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
        world.interleave();
        if (world.weather.refuses(message.id().sequence())) {
            return new SendOutcome.Rejected(ErrorCode.TRANSPORT_REFUSED, "refused for ever");
        }
        boolean full = destinations.stream()
                .anyMatch(to -> process.link(to)
                        .map(link -> link.isFull(message.topicId()))
                        .orElse(false));
        if (full || world.chance(world.weather.backPressure)) {
            return new SendOutcome.BackPressured(Duration.ofNanos(world.below(5_000_000)));
        }
        for (SystemName to : destinations) {
            Peer peer = at(to);
            Long epoch = epochs.get(to);
            boolean away = !peer.reachable || epoch == null || epoch != peer.epoch;
            if (away || world.chance(world.weather.disconnects)) {
                return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
            }
        }
        boolean reliable =
                Drafts.CATALOGUE.find(message.topicId()).orElseThrow().reliable();
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, process.clock().instant());
        destinations.forEach(to -> process.link(to).ifPresent(link -> link.carry(message, reliable, micros)));
        world.interleave();
        return SendOutcome.Accepted.INSTANCE;
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        world.interleave();
        if (!at(receipt.origin()).reachable) {
            return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
        }
        if (world.chance(world.weather.backPressure)) {
            return new SendOutcome.BackPressured(Duration.ofMillis(1));
        }
        process.link(receipt.origin()).ifPresent(link -> link.carry(receipt));
        return SendOutcome.Accepted.INSTANCE;
    }

    @Override
    public void flush() {}

    @Override
    public PeerState peer(SystemName other) {
        Peer peer = at(other);
        return new PeerState(peer.reachable, peer.epoch);
    }

    @Override
    public Optional<Introduction> introduction(SystemName other) {
        return Optional.ofNullable(at(other).introduction);
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        throw new AssertionError("the world delivers to the process");
    }

    @Override
    public void close() {}
}
