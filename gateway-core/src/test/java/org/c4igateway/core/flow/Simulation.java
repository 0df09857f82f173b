package org.c4igateway.core.flow;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.send.OutboundMeters;
import org.c4igateway.core.flow.send.OutboundSender;
import org.c4igateway.core.flow.send.SenderParts;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;

/**
 * One life of an outbound group decided by a seed: rows come in, some of them late; links lose, repeat, delay and
 * break; the database goes away before and after commits; the process dies and starts again. Then all is calm, and
 * everything has to be final.
 */
final class Simulation {
    private static final int STORM_STEPS = 400;
    private static final int CALM_STEPS = 60_000;
    private static final List<String> TOPICS = topics();

    final Random random;
    final boolean multicast;
    final boolean losesSilently;
    final VirtualTime time = new VirtualTime();
    final MemoryOutbox outbox;
    final SimTransport transport;
    final FlowSettings settings;
    private final SimLink link;
    private final List<SystemName> destinations = new ArrayList<>();
    private final List<Message> uncommitted = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private double databaseAway;
    private double breaksDuringCalls;
    private double breaksInsideSends;
    private SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private OutboundSender group;

    Simulation(long seed) {
        random = new Random(seed);
        multicast = random.nextBoolean();
        losesSilently = random.nextInt(3) == 0;
        int count = multicast ? 1 + random.nextInt(4) : 1;
        for (int i = 0; i < count; i++) {
            destinations.add(new SystemName("D" + i));
        }
        link = stormyLink();
        outbox = new MemoryOutbox(1 + random.nextInt(40), random.nextBoolean() ? Integer.MAX_VALUE : 2);
        outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                mayFail(call);
            }

            @Override
            public void after(String call) {
                mayFail(call);
            }
        });
        transport = new SimTransport(multicast, destinations, time, link);
        transport.insideSend(() -> breakOrMend(breaksInsideSends));
        settings = settings();
        group = start();
        databaseAway = random.nextBoolean() ? 0 : random.nextDouble() * 0.2;
    }

    private SimLink stormyLink() {
        SimLink stormy = new SimLink(random);
        stormy.backPressure = some(0.3);
        stormy.disconnectedOutcome = some(0.05);
        stormy.silentLoss = losesSilently ? some(0.3) : 0;
        stormy.duplication = some(0.2);
        stormy.receiptLoss = some(0.3);
        stormy.receiptDuplication = some(0.3);
        stormy.refusedPercent = random.nextInt(3);
        stormy.maxDelayNanos = 1 + random.nextLong(20_000_000);
        stormy.maxReceiptDelayNanos = 1 + random.nextLong(20_000_000);
        stormy.capacity = 1 + random.nextInt(100);
        return stormy;
    }

    private double some(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    private FlowSettings settings() {
        return new FlowSettings(
                20 + random.nextInt(100),
                4_096 + random.nextInt(100_000),
                1 + random.nextInt(40),
                Duration.ofMillis(50),
                Duration.ofMillis(30 + random.nextInt(100)),
                Duration.ofMillis(200 + random.nextInt(1_000)),
                Duration.ofMillis(2),
                Duration.ofMillis(50),
                100,
                100_000,
                50,
                Duration.ofMillis(10),
                Duration.ofMillis(100));
    }

    private static List<String> topics() {
        List<String> ids = new ArrayList<>();
        for (boolean reliable : new boolean[] {true, false}) {
            Drafts.CATALOGUE.topics().stream()
                    .filter(topic -> topic.reliable() == reliable)
                    .limit(2)
                    .forEach(topic -> ids.add(topic.id()));
        }
        return List.copyOf(ids);
    }

    private void mayFail(String call) {
        breakOrMend(breaksDuringCalls);
        if (random.nextDouble() < databaseAway) {
            throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
        }
    }

    private OutboundSender start() {
        while (true) {
            try {
                meters = new SimpleMeterRegistry();
                MessageRules rules = new MessageRules(Drafts.CATALOGUE, 2_000, PayloadCheck.NONE, time);
                return new OutboundSender(
                        new SenderParts(
                                transport,
                                outbox,
                                rules,
                                EdgeText.UTF_8,
                                settings,
                                new OutboundMeters(meters, "sim", "group"),
                                StepListener.NONE,
                                time,
                                this::runOrHold),
                        new TreeSet<>(destinations));
            } catch (GatewayException.Transient e) {
                time.advance(Duration.ofMillis(1));
            }
        }
    }

    /** A call beside the turns comes back at once, or some steps later. */
    private void runOrHold(Runnable call) {
        if (random.nextBoolean()) {
            call.run();
        } else {
            held.add(call);
        }
    }

    private void runHeld(double share) {
        for (int i = held.size() - 1; i >= 0; i--) {
            if (random.nextDouble() < share) {
                held.remove(i).run();
            }
        }
    }

    /** The process ends. What it had asked of the database happens before that or never. */
    private void die() {
        runHeld(0.5);
        held.clear();
        group = start();
    }

    /** Lives through the storm and then the calm. */
    void run() {
        double submits = random.nextDouble();
        double breaks = some(0.03);
        double dies = some(0.01);
        breaksDuringCalls = some(0.02);
        breaksInsideSends = some(0.02);
        for (int i = 0; i < STORM_STEPS; i++) {
            if (random.nextDouble() < submits) {
                submit(1 + random.nextInt(6));
            }
            commitSome();
            breakOrMend(breaks);
            if (random.nextDouble() < dies) {
                die();
            }
            step();
        }
        calm();
        for (int i = 0; i < CALM_STEPS && outbox.pending() > 0; i++) {
            step();
        }
        group.finish();
    }

    private void submit(int rows) {
        for (int i = 0; i < rows; i++) {
            Message row = draft(outbox.nextSequence());
            if (random.nextInt(5) == 0) {
                uncommitted.add(row);
            } else {
                outbox.commit(row);
            }
        }
    }

    private Message draft(long sequence) {
        String topic = TOPICS.get(random.nextInt(TOPICS.size()));
        Precedence precedence = Precedence.ofCode(random.nextInt(4));
        Set<SystemName> to = new TreeSet<>();
        to.add(destinations.get(random.nextInt(destinations.size())));
        destinations.stream().filter(d -> random.nextBoolean()).forEach(to::add);
        int size = random.nextInt(50) == 0 ? random.nextInt(2_500) : 20 + random.nextInt(200);
        Message row = Drafts.message(sequence, topic, precedence, size, to.toArray(new SystemName[0]));
        if (random.nextInt(20) == 0) {
            row = Drafts.expiring(time.instant().plusMillis(random.nextInt(100)), row);
        }
        if (random.nextBoolean()) {
            row = Drafts.about("T" + random.nextInt(3), row);
        }
        return random.nextInt(50) == 0 ? refused(row) : row;
    }

    private static Message refused(Message m) {
        return new Message(
                m.id(),
                m.topicId(),
                m.precedence(),
                m.destinations(),
                m.createdAt(),
                m.expiresAt(),
                SimPeer.REFUSED,
                m.subject(),
                m.payload());
    }

    private void commitSome() {
        while (!uncommitted.isEmpty() && random.nextInt(4) == 0) {
            outbox.commit(uncommitted.remove(random.nextInt(uncommitted.size())));
        }
    }

    private void breakOrMend(double breaks) {
        for (SimPeer peer : transport.peers()) {
            if (!peer.state().reachable()) {
                if (breaks > 0 && random.nextInt(20) == 0) {
                    peer.reconnect();
                }
            } else if (random.nextDouble() < breaks) {
                peer.disconnect(random.nextInt(peer.queued() + 1));
                if (random.nextBoolean()) {
                    peer.reconnect();
                }
            }
        }
    }

    private void calm() {
        uncommitted.forEach(outbox::commit);
        link.calm();
        databaseAway = 0;
        breaksDuringCalls = 0;
        breaksInsideSends = 0;
        transport.peers().stream().filter(peer -> !peer.state().reachable()).forEach(SimPeer::reconnect);
    }

    private void step() {
        time.advance(Duration.ofNanos(random.nextLong(3_000_000)));
        long now = time.getAsLong();
        for (SimPeer peer : transport.peers()) {
            peer.deliverDue(now, link);
            peer.receiptsDue(now).forEach(group::onReceipt);
        }
        runHeld(0.5);
        try {
            group.turn();
        } catch (GatewayException.Transient e) {
            time.advance(Duration.ofMillis(1));
        }
        checkBounds();
    }

    private void checkBounds() {
        double rows = meters.get(MeterNames.IN_FLIGHT_ROWS).gauge().value();
        double bytes = meters.get(MeterNames.IN_FLIGHT_BYTES).gauge().value();
        int groups = multicast ? 2 * destinations.size() : 1;
        long rowOverhead = 4L * (2_500 + 256) + 256L * settings.maxInFlightRows();
        if (rows > (double) groups * settings.maxInFlightRows()) {
            throw new AssertionError(rows + " rows in flight; at most " + settings.maxInFlightRows() + " per group");
        }
        if (bytes > (double) groups * (settings.maxInFlightBytes() + rowOverhead)) {
            throw new AssertionError(bytes + " bytes in flight; at most " + settings.maxInFlightBytes() + " per group");
        }
    }

    boolean reliable(Message row) {
        return Drafts.CATALOGUE.find(row.topicId()).orElseThrow().reliable();
    }

    /** @return final states of a row, in the order of its destinations; absent ones are an error */
    List<DeliveryOutcome> states(Message row) {
        List<DeliveryOutcome> found = new ArrayList<>();
        for (SystemName destination : row.destinations()) {
            DeliveryOutcome state = outbox.state(row.id().sequence(), destination);
            if (state == null) {
                throw new AssertionError("no final state: " + row + " for " + destination);
            }
            found.add(state);
        }
        return found;
    }
}
