package org.c4igateway.core.simulation;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.receive.InboundTurns;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.flow.send.OutboundMeters;
import org.c4igateway.core.flow.send.OutboundSender;
import org.c4igateway.core.flow.send.SenderParts;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.watch.Loops;
import org.jspecify.annotations.Nullable;

/** One process of a node, from when it holds the lease until it dies: senders, inbox writer, transport. */
final class SimProcess {
    private static final long RETRY_NANOS = Duration.ofMillis(1).toNanos();

    private final World world;
    private final SimSystem home;
    private final NodeTransport transport;
    private final Transport wired;
    private final Session session;
    private final DataPathParts parts;
    private final LongSupplier counter;
    private final InboundTurns inbound;
    private final InFlightTotal total = InFlightTotal.ofHeap();
    private final Map<SystemName, SenderTurns> senders = new LinkedHashMap<>();
    private final List<Turns.Actor> actors = new ArrayList<>();
    private boolean stopping;
    private boolean dead;
    private long stoppedUntilNanos;

    /** Destinations that share a sender. */
    private final class SenderTurns {
        private @Nullable OutboundSender sender;

        void live(Outbox outbox, Set<SystemName> destinations) {
            MeterRegistry meters = new SimpleMeterRegistry();
            SenderParts own = new SenderParts(
                    wired,
                    outbox,
                    OutboxSignal.NONE,
                    parts.rules(),
                    EdgeText.UTF_8,
                    parts.settings(),
                    total,
                    new OutboundMeters(meters, "simulated", "group"),
                    DeliveryTrace.NONE,
                    StepListener.NONE,
                    counter,
                    SimProcess.this::runBeside);
            OutboundSender running = patiently(() -> new OutboundSender(own, destinations));
            sender = running;
            while (!stopping) {
                int work = patiently(running::turn);
                checkMemory(meters, destinations.size());
                world.pause(work > 0 ? 0 : world.below(4_000_000));
            }
            patiently(() -> {
                running.finish();
                return running;
            });
        }
    }

    /** A multicast sender has two groups for each destination at most, each with a row beyond its bytes. */
    private void checkMemory(MeterRegistry meters, int destinations) {
        FlowSettings settings = parts.settings();
        int groups = home.multicast() ? 2 * destinations : 1;
        double rows = meters.get(MeterNames.IN_FLIGHT_ROWS).gauge().value();
        double bytes = meters.get(MeterNames.IN_FLIGHT_BYTES).gauge().value();
        long around = 4L * RowDraws.maxSizeBytes() + 256L * settings.maxInFlightRows();
        if (rows > (double) groups * settings.maxInFlightRows()
                || bytes > (double) groups * (settings.maxInFlightBytes() + around)) {
            home.database().violations().add("MEMORY: " + rows + " rows, " + bytes + " bytes in " + groups + " groups");
        }
    }

    SimProcess(World world, SimSystem home, Wiring wiring, FlowSettings settings) {
        this.world = world;
        this.home = home;
        this.transport = new NodeTransport(world, this, home.multicast(), home.others());
        this.wired = wiring.transport(transport);
        this.session = wiring.session(home.database(), home.database().claim(), world, home.clock());
        this.counter = home.clock().counter(world.anyLong());
        MeterRegistry meters = new SimpleMeterRegistry();
        this.parts = new DataPathParts(
                home.name(),
                new MessageRules(Drafts.CATALOGUE, RowDraws.MAX_PAYLOAD, PayloadCheck.NONE, home.clock()),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, home.clock(), counter, fault -> {}),
                (transport, announcement) -> {},
                DeliveryTrace.NONE,
                StepListener.NONE);
        this.inbound = new InboundTurns(wiring.inbox(session), parts, counter, world::pause);
        start(wiring.outbox(session));
    }

    private void start(Outbox outbox) {
        List<List<SystemName>> groups = home.multicast()
                ? List.of(home.others())
                : home.others().stream().map(List::of).toList();
        for (List<SystemName> group : groups) {
            SenderTurns sender = new SenderTurns();
            group.forEach(destination -> senders.put(destination, sender));
            actors.add(world.turns.spawn(() -> live(() -> sender.live(outbox, new TreeSet<>(group)))));
        }
        actors.add(world.turns.spawn(() -> live(this::receive)));
    }

    /** A call of the database beside a sender is one more thread. */
    private void runBeside(Runnable call) {
        actors.add(world.turns.spawn(call));
    }

    private void receive() {
        while (!stopping || !inbound.isIdle()) {
            inbound.turn();
            world.pause(world.below(4_000_000));
        }
    }

    /** A fatal fault ends the process, as it does the node. */
    private void live(Runnable life) {
        try {
            life.run();
        } catch (GatewayException.Fatal e) {
            dead = true;
        }
    }

    private <T> T patiently(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (GatewayException.Transient e) {
                world.pause(RETRY_NANOS);
            }
        }
    }

    /** It is asked to end, and writes what it knows. */
    void standDown() {
        stopping = true;
    }

    /** It is killed, wherever its threads are. */
    void kill() {
        dead = true;
        actors.forEach(Turns.Actor::kill);
    }

    /** Its threads stand still until then; it does not notice. */
    void stop(long untilNanos) {
        stoppedUntilNanos = untilNanos;
    }

    boolean isStopped(long nowNanos) {
        return nowNanos - stoppedUntilNanos < 0;
    }

    boolean hasEnded() {
        return dead || actors.stream().allMatch(Turns.Actor::hasEnded);
    }

    /** Its threads that have something to do go on, or not. */
    void turn(long nowNanos) {
        actors.removeIf(Turns.Actor::hasEnded);
        for (Turns.Actor actor : List.copyOf(actors)) {
            if (!dead && actor.isDue(nowNanos) && world.chance(0.7)) {
                world.turns.resume(actor);
            }
        }
    }

    boolean hasRoom() {
        return inbound.hasRoom();
    }

    void onMessage(Message message) {
        inbound.onMessage(message, wired);
    }

    void onReceipt(Receipt receipt) {
        SenderTurns turns = senders.get(receipt.receiver());
        if (turns != null && turns.sender != null) {
            turns.sender.onReceipt(receipt);
        }
    }

    NodeTransport transport() {
        return transport;
    }

    NodeClock clock() {
        return home.clock();
    }

    long start() {
        return session.start();
    }

    /** @return the way to another system; none for a process whose place another one has taken */
    Optional<Link> link(SystemName to) {
        return home.isCurrent(this) ? Optional.of(world.link(home.name(), to)) : Optional.empty();
    }
}
