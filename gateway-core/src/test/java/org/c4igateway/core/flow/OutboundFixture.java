package org.c4igateway.core.flow;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.ReleaseRule;
import org.c4igateway.core.flow.send.OutboundMeters;
import org.c4igateway.core.flow.send.OutboundSender;
import org.c4igateway.core.flow.send.SenderParts;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;
import org.jspecify.annotations.Nullable;

/** An outbound group on virtual time with links that do exactly what a test says. */
public final class OutboundFixture {
    public static final SystemName BRAVO = new SystemName("BRAVO");
    public static final SystemName CHARLIE = new SystemName("CHARLIE");
    static final Duration STEP = Duration.ofMillis(1);

    public final VirtualTime time = new VirtualTime();
    public final MemoryOutbox outbox;
    public final SimLink link = new SimLink(new Random(0));
    public final SimTransport transport;
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private OutboundMeters outboundMeters = new OutboundMeters(meters, "sim", "group");
    public final FlowSettings settings = new FlowSettings(
            100,
            100_000,
            20,
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(400),
            Duration.ofMillis(2),
            Duration.ofHours(1),
            100,
            100_000,
            50,
            Duration.ofMillis(1),
            Duration.ofMillis(4));
    private final List<SystemName> destinations;
    private final EdgeText edge;
    private final InFlightTotal total;
    private PayloadCheck check = PayloadCheck.NONE;
    private ReleaseRule release = ReleaseRule.OPEN;
    private Executor beside = Runnable::run;
    private OutboxSignal signal = OutboxSignal.NONE;
    private DeliveryTrace trace = DeliveryTrace.NONE;
    private OutboundSender group;
    private boolean receiptsHeld;
    private @Nullable SystemName receiptsHeldOf;

    public OutboundFixture(boolean multicast, SystemName... destinations) {
        this(new MemoryOutbox(), multicast, destinations);
    }

    public OutboundFixture(MemoryOutbox outbox, boolean multicast, SystemName... destinations) {
        this(outbox, multicast, EdgeText.UTF_8, destinations);
    }

    public OutboundFixture(MemoryOutbox outbox, boolean multicast, EdgeText edge, SystemName... destinations) {
        this(outbox, multicast, edge, new InFlightTotal(1 << 30), destinations);
    }

    /** @param total what this group and others of one process hold */
    public OutboundFixture(InFlightTotal total, SystemName destination) {
        this(new MemoryOutbox(), false, EdgeText.UTF_8, total, destination);
    }

    private OutboundFixture(
            MemoryOutbox outbox, boolean multicast, EdgeText edge, InFlightTotal total, SystemName... destinations) {
        this.outbox = outbox;
        this.edge = edge;
        this.total = total;
        this.destinations = List.of(destinations);
        transport = new SimTransport(multicast, this.destinations, time, link);
        group = newGroup();
    }

    private OutboundSender newGroup() {
        return newGroup(destinations);
    }

    private OutboundSender newGroup(List<SystemName> of) {
        MessageRules rules = new MessageRules(
                Drafts.CATALOGUE, 1_000, message -> check.check(message), (row, to) -> release.refusal(row, to), time);
        outboundMeters.close();
        outboundMeters = new OutboundMeters(meters, "sim", "group");
        SenderParts parts = new SenderParts(
                transport,
                outbox,
                signal,
                rules,
                edge,
                settings,
                total,
                outboundMeters,
                trace,
                StepListener.NONE,
                time,
                call -> beside.execute(call));
        return new OutboundSender(parts, new TreeSet<>(of));
    }

    public OutboundSender group() {
        return group;
    }

    /** From now on calls beside the turns run here; at first within the turn. */
    public void beside(Executor now) {
        beside = now;
    }

    /** From now on, after a restart, the signal says that it tells of each commit. */
    public void tellOfEachCommit() {
        signal(new OutboxSignal() {
            @Override
            public Registration listen(Runnable wake, IntSupplier readers) {
                return () -> {};
            }

            @Override
            public void rowsSeen() {}

            @Override
            public boolean tellsEachCommit() {
                return true;
            }
        });
        restart();
    }

    /** What tells of rows from the next start on; at first nothing does. */
    public void signal(OutboxSignal now) {
        signal = now;
    }

    /** From now on payloads are judged so. */
    public void check(PayloadCheck now) {
        check = now;
    }

    /** From now on destinations get what this rule releases. */
    public void release(ReleaseRule now) {
        release = now;
    }

    /** The process starts again and tells this how far rows have come. */
    public void trace(DeliveryTrace now) {
        trace = now;
        restart();
    }

    /** The process dies and starts again. */
    public void restart() {
        group = newGroup();
    }

    /** The process starts again and knows these destinations only. */
    public void restartFor(SystemName... known) {
        group = newGroup(List.of(known));
    }

    /** Receipts stay under way. */
    public void holdReceipts(boolean hold) {
        receiptsHeld = hold;
    }

    /** Receipts of that destination alone stay under way; null ends it. */
    void holdReceiptsOf(@Nullable SystemName destination) {
        receiptsHeldOf = destination;
    }

    public Message commit(Message row) {
        outbox.commit(row);
        group.rowsMayHaveCome();
        return row;
    }

    /** Commits reliable rows of one precedence with the next sequences. */
    public void commit(int rows, Precedence precedence, SystemName... to) {
        for (int i = 0; i < rows; i++) {
            outbox.commit(Drafts.message(outbox.nextSequence(), Drafts.RELIABLE, precedence, 64, to));
        }
        group.rowsMayHaveCome();
    }

    /** Delivers what is due, then one turn. @return what the turn did */
    public int turn() {
        time.advance(STEP);
        for (SimPeer peer : transport.peers()) {
            peer.deliverDue(time.getAsLong(), link);
            if (!receiptsHeld && !peer.name().equals(receiptsHeldOf)) {
                peer.receiptsDue(time.getAsLong()).forEach(group::onReceipt);
            }
        }
        return group.turn();
    }

    public void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn();
        }
    }

    public void turnUntil(BooleanSupplier done) {
        for (int i = 0; i < 10_000; i++) {
            if (done.getAsBoolean()) {
                return;
            }
            turn();
        }
        throw new AssertionError("not reached in 10,000 turns");
    }

    @Nullable public DeliveryState state(long sequence, SystemName destination) {
        DeliveryOutcome outcome = outbox.state(sequence, destination);
        return outcome == null ? null : outcome.state();
    }

    /** @return sequences in the order in which they came first */
    public List<Long> arrivals(SystemName destination) {
        return transport.at(destination).firstArrivals().stream()
                .map(message -> message.id().sequence())
                .toList();
    }

    public List<Precedence> sentPrecedences() {
        return transport.sends().stream().map(Message::precedence).toList();
    }

    public double inFlightRows() {
        return meters.get(MeterNames.IN_FLIGHT_ROWS).gauge().value();
    }
}
