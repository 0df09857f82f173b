package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportAlarm;
import org.jspecify.annotations.Nullable;

/** A transport that takes everything for peers that are reachable, and writes down what it was given. Thread-safe. */
public final class LiveTransport implements Transport {
    private final String name;
    private final boolean multicast;
    private final List<Message> sends = new CopyOnWriteArrayList<>();
    private final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    private final List<TransportAlarm> alarms = new CopyOnWriteArrayList<>();
    private final Set<SystemName> away = ConcurrentHashMap.newKeySet();
    private final Map<SystemName, Runnable> insideSend = new ConcurrentHashMap<>();
    private final AtomicInteger flushes = new AtomicInteger();
    private volatile @Nullable InboundHandler handler;
    private volatile boolean delivering;
    private volatile Runnable insideStop = () -> {};
    private volatile boolean closed;

    public LiveTransport(String name, boolean multicast) {
        this.name = name;
        this.multicast = multicast;
    }

    /** @return what was sent to {@code destination}, in order */
    public List<Long> sentTo(SystemName destination) {
        return sends.stream()
                .filter(message -> message.destinations().contains(destination))
                .map(message -> message.id().sequence())
                .toList();
    }

    public List<Receipt> receipts() {
        return receipts;
    }

    /** This happens inside each send to that destination. */
    public void insideSendTo(SystemName destination, Runnable action) {
        insideSend.put(destination, action);
    }

    /** This happens when it is told to deliver no more, before it stops. */
    public void insideStop(Runnable action) {
        insideStop = action;
    }

    /** A peer is away from now on, or back in the same epoch. */
    public void away(SystemName peer, boolean now) {
        if (now) {
            away.add(peer);
        } else {
            away.remove(peer);
        }
    }

    public void alarm(TransportAlarm alarm) {
        alarms.add(alarm);
    }

    public InboundHandler handler() {
        return Objects.requireNonNull(handler);
    }

    public boolean isDelivering() {
        return delivering;
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean multicast() {
        return multicast;
    }

    @Override
    public SendOutcome send(Message message, Map<SystemName, Long> epochs, Duration timeout) {
        message.destinations()
                .forEach(destination ->
                        insideSend.getOrDefault(destination, () -> {}).run());
        sends.add(message);
        return SendOutcome.Accepted.INSTANCE;
    }

    @Override
    public SendOutcome sendReceipt(Receipt receipt, Duration timeout) {
        receipts.add(receipt);
        return SendOutcome.Accepted.INSTANCE;
    }

    @Override
    public void flush() {
        flushes.incrementAndGet();
    }

    /** @return how often it was asked to send what it has taken */
    public int flushes() {
        return flushes.get();
    }

    @Override
    public PeerState peer(SystemName peer) {
        return new PeerState(!away.contains(peer), 1);
    }

    @Override
    public List<TransportAlarm> alarms() {
        return List.copyOf(alarms);
    }

    @Override
    public Optional<Introduction> introduction(SystemName peer) {
        return Optional.of(new Introduction(1, Optional.empty(), 0));
    }

    @Override
    public Subscription receive(InboundHandler receiver) {
        handler = receiver;
        delivering = true;
        return () -> {
            insideStop.run();
            delivering = false;
        };
    }

    @Override
    public void close() {
        closed = true;
    }
}
