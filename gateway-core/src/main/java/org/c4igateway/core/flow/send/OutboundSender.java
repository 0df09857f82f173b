package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step 2 of the data path for destinations that share a sender thread: reads rows, checks them, sends them, takes
 * receipts and writes final states. {@link #turn} does one round; {@link SenderThread} calls it. Under load, reading
 * with checking ({@link OutboxReading}) and writing ({@link DeliveryRecorder}) each run beside the turns, which then
 * wait for the transport only. {@link #onReceipt}, {@link #rowsMayHaveCome} and {@link #add} may be called by
 * any thread, everything else by that one.
 */
public final class OutboundSender {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundSender.class);
    /** Statements of the data path give up earlier. */
    private static final Duration LONGEST_CALL = Duration.ofMinutes(1);

    private final Transport transport;
    private final Outbox outbox;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final StepListener steps;
    private final LongSupplier nanoTime;
    private final SendGroups groups;
    private final ReceiptWatch watch;
    private final ReceiptIntake receipts;
    private final DeliveryRecorder recorder;
    private final OutboxReading reading;
    private final RowSender sender;
    private final Map<SystemName, Long> epochs = new HashMap<>();
    private long overdueCheckNanos;
    private final Queue<SystemName> newcomers = new ConcurrentLinkedQueue<>();

    public OutboundSender(SenderParts parts, Set<SystemName> destinations) {
        this.transport = parts.transport();
        this.outbox = parts.outbox();
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.steps = parts.steps();
        this.nanoTime = parts.nanoTime();
        this.watch = new ReceiptWatch(settings.receiptTimeout(), settings.maxReceiptTimeout());
        outbox.asked(destinations).forEach(this::wereAsked);
        // Last of what may fail: the groups are part of the total from now on.
        this.groups =
                new SendGroups(destinations, outbox.positions(destinations), settings, parts.total(), watch::forgotten);
        this.recorder = new DeliveryRecorder(parts, groups);
        this.sender = new RowSender(parts, recorder, watch, Collections.unmodifiableMap(epochs));
        this.receipts = new ReceiptIntake(groups, watch, recorder, nanoTime);
        this.reading =
                new OutboxReading(parts, groups, recorder, receipts, destination -> rewind(destination, "restart"));
        this.overdueCheckNanos = nanoTime.getAsLong();
    }

    /** Takes a receipt. Never blocks: when too many wait it is dropped, and the rows are sent and confirmed again. */
    public void onReceipt(Receipt receipt) {
        receipts.offer(receipt);
    }

    /** Sends to one more destination. Any thread; once for each. */
    void add(SystemName destination) {
        newcomers.add(destination);
    }

    /** The next turn reads the outbox, even if the last read returned everything. */
    public void rowsMayHaveCome() {
        reading.rowsMayHaveCome();
    }

    /**
     * One round.
     *
     * @return how much was done; 0 when the next round has nothing to do before something happens or time passes
     */
    public int turn() {
        admitNewcomers();
        observePeers();
        int work = takeReceipts();
        recorder.record(nanoTime.getAsLong());
        work += reading.turn();
        work += send();
        rewindOverdue();
        if (transport.multicast()) {
            groups.leaveSlowBehind();
            groups.join(this::isReachable);
        }
        meters.inFlight(groups);
        return work;
    }

    /** Stops reading; {@link #turn} goes on with what is in memory. */
    void stopReading() {
        reading.stop();
    }

    /** @return whether something that was sent still waits for its receipt */
    boolean isWaiting() {
        return !recorder.isEmpty() || groups.all().stream().anyMatch(SendGroup::isAwaitingReceipts);
    }

    /**
     * @return whether it holds no row, and knows of none that it could read; who may read for a destination that is not
     *     reachable is woken when it is
     */
    boolean isIdle() {
        return recorder.isEmpty()
                && reading.hasAskedForAll()
                && groups.all().stream().allMatch(this::isIdle);
    }

    private boolean isIdle(SendGroup sendGroup) {
        return sendGroup.isEmpty()
                && (sendGroup.isDraining()
                        || sendGroup.cursors().areExhausted()
                        || !sendGroup.destinations().stream().allMatch(this::isReachable));
    }

    /** @return longest pause that leaves no more than {@code idle-poll} between two polls */
    Duration untilIdlePoll() {
        return reading.untilIdlePoll();
    }

    /** @return whether the database has not answered for longer than it may */
    boolean hangs() {
        long now = nanoTime.getAsLong();
        return reading.isWaitingFor(LONGEST_CALL, now) || recorder.isWaitingFor(LONGEST_CALL, now);
    }

    /** @return rows queued to be sent, including ended ones that are still in the queues; for tests */
    int queuedRows() {
        return groups.all().stream().mapToInt(SendGroup::queuedRows).sum();
    }

    /** Writes what is settled and the positions. */
    public void finish() {
        takeReceipts();
        recorder.recordAll(nanoTime.getAsLong());
    }

    private void admitNewcomers() {
        for (SystemName destination = newcomers.peek(); destination != null; destination = newcomers.peek()) {
            outbox.asked(Set.of(destination)).forEach(this::wereAsked);
            groups.add(destination, outbox.positions(Set.of(destination)));
            newcomers.remove();
        }
    }

    private void wereAsked(SystemName destination, Set<Long> sequences) {
        sequences.forEach(sequence -> watch.asked(destination, sequence));
    }

    private void observePeers() {
        for (SendGroup sendGroup : List.copyOf(groups.all())) {
            for (SystemName destination : List.copyOf(sendGroup.destinations())) {
                observe(destination);
            }
        }
        groups.separate(destination -> !isReachable(destination));
    }

    private void observe(SystemName destination) {
        PeerState state = transport.peer(destination);
        Long known = epochs.put(destination, state.epoch());
        if (known != null && known != state.epoch()) {
            watch.restarted(destination);
            rewind(destination, "epoch");
        }
    }

    private boolean isReachable(SystemName destination) {
        return transport.peer(destination).reachable();
    }

    private int takeReceipts() {
        int taken = receipts.takeAll();
        if (taken > 0) {
            steps.reached(Step.RECEIPT_TAKEN);
        }
        return taken;
    }

    private int send() {
        int sent = 0;
        for (SendGroup sendGroup : groups.all()) {
            if (!sendGroup.isPaused(nanoTime.getAsLong())) {
                sent += sender.send(sendGroup);
            }
        }
        if (sent > 0) {
            transport.flush();
            meters.sent(sent);
            steps.reached(Step.SENT);
        }
        return sent;
    }

    private void rewindOverdue() {
        long now = nanoTime.getAsLong();
        if (now - overdueCheckNanos < 0) {
            return;
        }
        overdueCheckNanos = now + settings.receiptTimeout().dividedBy(8).toNanos();
        for (SendGroup sendGroup : List.copyOf(groups.all())) {
            sendGroup.oldestAwaiting().forEach((destination, oldest) -> {
                if (watch.isOverdue(destination, oldest.sentAtNanos(), now)) {
                    watch.rewound(destination, now);
                    rewind(destination, "overdue");
                }
            });
        }
    }

    private void rewind(SystemName destination, String reason) {
        if (groups.all().stream().anyMatch(sendGroup -> sendGroup.isWaitedForBy(destination))) {
            LOG.info("Reading again for {} over {}: {}", destination, transport.name(), reason);
            meters.rewound(destination, reason);
            groups.rewind(destination);
        }
    }
}
