package org.c4igateway.core.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.jspecify.annotations.Nullable;

/**
 * The port within one process: a send puts the message into the bounded queue of each destination. Receipts and news of
 * peers have a queue and a thread of their own, so that a blocked message handler holds up none of them.
 */
final class InMemoryTransport implements Transport {
    static final String NAME = "memory";

    private static final Duration RETRY = Duration.ofMillis(1);
    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(3);

    private final TransportContext context;
    private final boolean multicast;
    private final InMemoryNetwork network;
    private final InMemoryQueue<Message> messages;
    private final InMemoryQueue<Consumer<InboundHandler>> control;
    private final Map<SystemName, PeerState> peers = new ConcurrentHashMap<>();
    private final Map<SystemName, Introduction> introductions = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Delivery> delivery = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    InMemoryTransport(TransportContext context, boolean multicast, InMemoryLimits limits, InMemoryNetwork network) {
        this.context = context;
        this.multicast = multicast;
        this.network = network;
        this.messages = new InMemoryQueue<>(limits.messages(), limits.bytes());
        this.control = new InMemoryQueue<>(limits.receipts(), Long.MAX_VALUE);
    }

    SystemName self() {
        return context.self();
    }

    NodeAnnouncement announcement() {
        return new NodeAnnouncement(
                self(),
                context.incarnation(),
                context.catalogue().contentHash(),
                context.receives() ? context.catalogue().digests() : Map.of(),
                context.introduction());
    }

    void peerMet(SystemName peer, NodeAnnouncement announcement) {
        if (isPeer(peer)) {
            introductions.put(peer, announcement.introduction());
            PeerState state = new PeerState(true, peer(peer).epoch() + 1);
            peers.put(peer, state);
            control.force(handler -> handler.onPeer(peer, state));
        }
        control.force(handler -> handler.onAnnouncement(announcement));
    }

    /** A system stands for the nodes of its shards, which receipts go to. */
    private boolean isPeer(SystemName address) {
        return context.peers().contains(address.system());
    }

    void peerAway(SystemName peer) {
        if (isPeer(peer)) {
            PeerState state = new PeerState(false, peer(peer).epoch());
            peers.put(peer, state);
            control.force(handler -> handler.onPeer(peer, state));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean multicast() {
        return multicast;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        List<SystemName> destinations = message.destinations();
        if (destinations.isEmpty() || (!multicast && destinations.size() != 1)) {
            throw new IllegalArgumentException("cannot send to " + destinations);
        }
        if (message.payload().length > context.maxPayloadBytes()) {
            return new SendOutcome.Rejected(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    message.payload().length + " bytes, more than " + context.maxPayloadBytes());
        }
        List<InMemoryTransport> receivers = new ArrayList<>(destinations.size());
        for (SystemName destination : destinations) {
            SendOutcome refusal = refusal(destination);
            if (refusal != null) {
                return refusal;
            }
            InMemoryTransport receiver = network.find(self(), destination);
            // Looked at after the receiver: one that has just opened has begun its epoch here before it can be found.
            if (receiver == null || peer(destination).epoch() != epochs.getOrDefault(destination, -1L)) {
                return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
            }
            receivers.add(receiver);
        }
        return offer(receivers, message, timeout);
    }

    private static SendOutcome offer(List<InMemoryTransport> receivers, Message message, Duration timeout) {
        try {
            for (InMemoryTransport receiver : receivers) {
                if (!receiver.messages.offer(message, message.precedence(), message.sizeBytes(), timeout)) {
                    return new SendOutcome.BackPressured(RETRY);
                }
            }
            return SendOutcome.Accepted.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SendOutcome.BackPressured(RETRY);
        }
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        SendOutcome refusal = refusal(receipt.origin());
        if (refusal != null) {
            return refusal;
        }
        InMemoryTransport origin = network.find(self(), receipt.origin());
        if (origin == null) {
            return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
        }
        try {
            boolean taken = origin.control.offer(handler -> handler.onReceipt(receipt), Precedence.FLASH, 0, timeout);
            return taken ? SendOutcome.Accepted.INSTANCE : new SendOutcome.BackPressured(RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SendOutcome.BackPressured(RETRY);
        }
    }

    private @Nullable SendOutcome refusal(SystemName destination) {
        if (closed.get()) {
            return new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED);
        }
        if (!isPeer(destination)) {
            return new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, destination + " is no peer");
        }
        return null;
    }

    @Override
    public void flush() {
        // Each message goes at once.
    }

    @Override
    public PeerState peer(SystemName peer) {
        return peers.getOrDefault(peer, PeerState.UNKNOWN);
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return Optional.ofNullable(introductions.get(peer));
    }

    @Override
    public Subscription receive(InboundHandler handler) {
        Delivery started = new Delivery(handler);
        if (!delivery.compareAndSet(null, started)) {
            throw new IllegalStateException("receive may be called once");
        }
        started.start();
        return started;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            network.leave(this);
            messages.close();
            control.close();
            Delivery running = delivery.get();
            if (running != null) {
                running.close();
            }
        }
    }

    /** The threads that call the handler. */
    private final class Delivery implements Subscription {
        private final Thread ofMessages;
        private final Thread ofControl;
        private volatile boolean ended;

        Delivery(InboundHandler handler) {
            this.ofMessages = thread("messages", () -> deliver(messages, handler::onMessage));
            this.ofControl = thread("control", () -> deliver(control, news -> news.accept(handler)));
        }

        private Thread thread(String part, Runnable work) {
            return Thread.ofPlatform()
                    .daemon()
                    .name("memory-" + part + "-" + self())
                    .unstarted(work);
        }

        void start() {
            ofControl.start();
            ofMessages.start();
        }

        private <E> void deliver(InMemoryQueue<E> queue, Consumer<E> to) {
            try {
                for (E next = queue.take(); next != null && !ended; next = queue.take()) {
                    to.accept(next);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            ended = true;
            ofMessages.interrupt();
            ofControl.interrupt();
            try {
                ofMessages.join(CLOSE_PATIENCE);
                ofControl.join(CLOSE_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
