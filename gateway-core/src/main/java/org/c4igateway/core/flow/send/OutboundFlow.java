package org.c4igateway.core.flow.send;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps 1 to 3 and 7 of the data path: rows of the outbox go to their destinations. Destinations of a multicast
 * transport share a sender, every other destination has its own, so that no destination waits for another. Thread-safe.
 */
public final class OutboundFlow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundFlow.class);

    private static final int MAX_STRANGERS = 64;

    private final Set<SystemName> strangers = ConcurrentHashMap.newKeySet();
    private final Map<SystemName, SenderThread> byDestination = new ConcurrentHashMap<>();
    private final Map<String, SenderThread> senders = new ConcurrentHashMap<>();
    private boolean ending;
    private final Outbox outbox;
    private final OutboxSignal signal;
    private final OutboxSignal.Registration listening;
    private final DataPathParts parts;
    private final Consumer<GatewayException> onFatal;
    private final InFlightTotal total = InFlightTotal.ofHeap();

    public OutboundFlow(
            Map<SystemName, Transport> routes,
            Outbox outbox,
            OutboxSignal signal,
            DataPathParts parts,
            Consumer<GatewayException> onFatal) {
        this.outbox = outbox;
        this.signal = signal;
        this.parts = parts;
        this.onFatal = onFatal;
        groups(routes).forEach((name, destinations) -> prepare(name, routeOf(routes, destinations), destinations));
        this.listening = signal.listen(this::wake, senders::size);
    }

    private SenderThread prepare(String name, Transport transport, Set<SystemName> destinations) {
        MeterRegistry registry = parts.meters();
        OutboundMeters meters = new OutboundMeters(registry, transport.name(), name);
        SenderThread sender = new SenderThread(
                name, beside -> sender(transport, destinations, meters, beside), parts, signal, meters, onFatal);
        senders.put(name, sender);
        destinations.forEach(destination -> byDestination.put(destination, sender));
        return sender;
    }

    private OutboundSender sender(
            Transport transport, Set<SystemName> destinations, OutboundMeters meters, Executor beside) {
        SenderParts senderParts = new SenderParts(
                transport,
                outbox,
                signal,
                parts.rules(),
                parts.edge(),
                parts.settings(),
                total,
                meters,
                parts.trace(),
                parts.steps(),
                System::nanoTime,
                beside);
        return new OutboundSender(senderParts, destinations);
    }

    /**
     * Sends to one more destination, which the transport takes as a peer already. After {@link #start}; does nothing
     * after {@link #drain}. Any thread; does not block.
     */
    public synchronized void add(SystemName destination, Transport transport) {
        if (ending || byDestination.containsKey(destination)) {
            return;
        }
        String name = group(destination, transport);
        SenderThread sender = senders.get(name);
        if (sender == null) {
            prepare(name, transport, Set.of(destination)).start();
        } else {
            byDestination.put(destination, sender);
            sender.add(destination);
        }
    }

    private static String group(SystemName destination, Transport transport) {
        return transport.multicast() ? transport.name() : transport.name() + "-" + destination;
    }

    public void start() {
        senders.values().forEach(SenderThread::start);
    }

    /** Ends the pauses of all senders. Any thread, does not block. */
    public void wake() {
        senders.values().forEach(SenderThread::wake);
    }

    /** Takes a receipt of any thread; does not block. */
    public void onReceipt(Receipt receipt) {
        SenderThread sender = byDestination.get(receipt.receiver());
        if (sender == null) {
            ignored(receipt.receiver());
        } else {
            sender.onReceipt(receipt);
        }
    }

    /** A line for each name, and for few of them: peers write the names. */
    private void ignored(SystemName receiver) {
        if (strangers.size() < MAX_STRANGERS && strangers.add(receiver)) {
            LOG.warn("Ignored a receipt from {}, which is not a destination of this node", receiver);
        }
    }

    /** Stops reading and waits until what was sent is confirmed, for at most {@code patience}. */
    public void drain(Duration patience) {
        end();
        List<Thread> drains = new ArrayList<>();
        for (SenderThread sender : senders.values()) {
            drains.add(Thread.startVirtualThread(() -> sender.drain(patience)));
        }
        for (Thread drain : drains) {
            try {
                drain.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized void end() {
        ending = true;
    }

    /** Gives the senders a moment to write their final states, then ends them. Blocks for at most a few seconds. */
    @Override
    public void close() {
        listening.close();
        drain(Duration.ofMillis(1));
        senders.values().forEach(SenderThread::close);
    }

    private static Map<String, Set<SystemName>> groups(Map<SystemName, Transport> routes) {
        Map<String, Set<SystemName>> groups = new LinkedHashMap<>();
        routes.forEach((destination, transport) -> {
            groups.computeIfAbsent(group(destination, transport), key -> new TreeSet<>())
                    .add(destination);
        });
        return groups;
    }

    private static Transport routeOf(Map<SystemName, Transport> routes, Set<SystemName> destinations) {
        Transport transport = routes.get(destinations.iterator().next());
        if (transport == null) {
            throw new IllegalStateException("no route for " + destinations);
        }
        return transport;
    }
}
