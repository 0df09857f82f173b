package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.PayloadCheck.Refusal;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step 2 of the data path for destinations that share a sender thread: reads rows, checks them, sends them, takes receipts
 * and writes final states. {@link #turn} does one round of all of it without waiting for anything but the database and the
 * transport; {@link SenderThread} calls it. {@link #onReceipt} may be called by any thread, everything else by that one.
 */
final class OutboundGroup {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundGroup.class);
    private static final int MAX_RECEIPTS_QUEUED = 4_096;
    private static final int MAX_SENDS_PER_TURN = 256;

    private final Transport transport;
    private final Outbox outbox;
    private final MessageRules rules;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final StepListener steps;
    private final LongSupplier nanoTime;
    private final LaneSet lanes;
    private final ReceiptWatch watch;
    private final BlockingQueue<Receipt> receipts = new ArrayBlockingQueue<>(MAX_RECEIPTS_QUEUED);
    private final List<DeliveryOutcome> settled = new ArrayList<>();
    private final Map<SystemName, Long> epochs = new HashMap<>();
    private final Map<SavedKey, ReadPosition> savedPositions = new HashMap<>();
    private long positionsDueNanos;
    private long pausedUntilNanos;
    private boolean reading = true;

    OutboundGroup(GroupParts parts, Set<SystemName> destinations) {
        this.transport = parts.transport();
        this.outbox = parts.outbox();
        this.rules = parts.rules();
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.steps = parts.steps();
        this.nanoTime = parts.nanoTime();
        this.lanes = new LaneSet(destinations, outbox.positions(destinations), settings);
        this.watch = new ReceiptWatch(settings.receiptTimeout(), settings.maxReceiptTimeout());
        this.pausedUntilNanos = nanoTime.getAsLong();
        this.positionsDueNanos = nanoTime.getAsLong();
    }

    /** Takes a receipt. Never blocks: when too many wait it is dropped, and the rows are sent and confirmed again. */
    void onReceipt(Receipt receipt) {
        if (!receipts.offer(receipt)) {
            LOG.warn("Too many receipts waiting; dropped one of {}", receipt.receiver());
        }
    }

    /**
     * One round.
     *
     * @return how many rows were read, sent or settled
     */
    int turn() {
        observePeers();
        int work = takeReceipts();
        record();
        if (reading) {
            work += fetch();
        }
        work += send();
        rewindOverdue();
        if (transport.multicast()) {
            lanes.join(this::isReachable);
        }
        report();
        return work;
    }

    /** Stops reading; {@link #turn} goes on with what is in memory. */
    void stopReading() {
        reading = false;
    }

    /** @return whether something that was sent still waits for its receipt */
    boolean isWaiting() {
        return lanes.lanes().stream().anyMatch(lane -> lane.oldestAwaiting() != null) || !settled.isEmpty();
    }

    /** Writes what is settled and the positions. */
    void finish() {
        takeReceipts();
        positionsDueNanos = nanoTime.getAsLong();
        record();
    }

    private void observePeers() {
        for (Lane lane : List.copyOf(lanes.lanes())) {
            for (SystemName destination : List.copyOf(lane.destinations())) {
                observe(destination);
            }
        }
        lanes.separate(destination -> !isReachable(destination));
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
        int taken = 0;
        for (Receipt receipt = receipts.poll(); receipt != null; receipt = receipts.poll()) {
            apply(receipt);
            taken++;
        }
        if (taken > 0) {
            steps.reached(Step.RECEIPT_TAKEN);
        }
        return taken;
    }

    private void apply(Receipt receipt) {
        SystemName destination = receipt.receiver();
        for (SequenceRange range : receipt.delivered()) {
            if (range.count() > ReceiptWatch.MAX_EARLY) {
                LOG.warn("Ignored a receipt of {} for {} rows at once", destination, range.count());
                continue;
            }
            for (long sequence = range.first(); sequence <= range.last(); sequence++) {
                confirm(destination, sequence, null);
            }
        }
        receipt.rejected()
                .forEach(rejection ->
                        confirm(destination, rejection.sequence(), new Refusal(rejection.code(), rejection.detail())));
    }

    private void confirm(SystemName destination, long sequence, @Nullable Refusal refusal) {
        boolean found = false;
        for (Lane lane : lanes.lanes()) {
            Entry entry = lane.find(sequence);
            if (entry != null && entry.waiting().contains(destination)) {
                if (entry.isSent()) {
                    watch.confirmed(destination, entry.sentAtNanos(), nanoTime.getAsLong());
                }
                settle(lane, entry, destination, refusal);
                found = true;
            }
        }
        if (!found && refusal == null) {
            watch.confirmedEarly(destination, sequence);
        }
    }

    private void settle(Lane lane, Entry entry, SystemName destination, @Nullable Refusal refusal) {
        DeliveryState state = DeliveryState.DELIVERED;
        if (refusal != null) {
            state = refusal.code() == ErrorCode.EXPIRED ? DeliveryState.EXPIRED : DeliveryState.REJECTED;
        }
        settleAs(lane, entry, destination, state, refusal);
    }

    private void settleAs(
            Lane lane, Entry entry, SystemName destination, DeliveryState state, @Nullable Refusal refusal) {
        ErrorCode code = refusal == null ? null : refusal.code();
        String detail = refusal == null ? "" : refusal.detail();
        settled.add(new DeliveryOutcome(entry.message(), destination, state, code, detail));
        lane.settle(entry, destination);
    }

    private void settleAll(Lane lane, Entry entry, DeliveryState state, @Nullable Refusal refusal) {
        for (SystemName destination : List.copyOf(entry.waiting())) {
            settleAs(lane, entry, destination, state, refusal);
        }
    }

    private void refuse(Lane lane, Entry entry, Refusal refusal) {
        for (SystemName destination : List.copyOf(entry.waiting())) {
            settle(lane, entry, destination, refusal);
        }
    }

    /** Writes final states before anything else is read, so that no row is read again whose end is known. */
    private void record() {
        long now = nanoTime.getAsLong();
        boolean positionsDue = now - positionsDueNanos >= 0;
        if (settled.isEmpty() && !positionsDue) {
            return;
        }
        List<SavedPosition> changed = positionsDue ? changedPositions() : List.of();
        if (!settled.isEmpty() || !changed.isEmpty()) {
            outbox.record(List.copyOf(settled), changed);
            meters.settled(settled);
            settled.clear();
            changed.forEach(saved ->
                    savedPositions.put(new SavedKey(saved.destination(), saved.precedence()), saved.position()));
        }
        if (positionsDue) {
            positionsDueNanos = now + Duration.ofSeconds(1).toNanos();
        }
    }

    private List<SavedPosition> changedPositions() {
        List<SavedPosition> changed = new ArrayList<>();
        for (Lane lane : lanes.lanes()) {
            if (lane.isDraining()) {
                continue;
            }
            for (SystemName destination : lane.destinations()) {
                lanes.safePositions(destination).forEach((precedence, position) -> {
                    if (!position.equals(savedPositions.get(new SavedKey(destination, precedence)))) {
                        changed.add(new SavedPosition(destination, precedence, position));
                    }
                });
            }
        }
        return changed;
    }

    private int fetch() {
        List<Lane> askers = new ArrayList<>();
        List<FetchRequest> requests = new ArrayList<>();
        for (Lane lane : lanes.lanes()) {
            if (lane.destinations().stream().allMatch(this::isReachable)) {
                for (FetchRequest request : lane.requests()) {
                    askers.add(lane);
                    requests.add(request);
                }
            }
        }
        if (requests.isEmpty()) {
            return 0;
        }
        List<Fetched> answers = outbox.fetch(requests);
        int rows = 0;
        for (int i = 0; i < answers.size(); i++) {
            rows += accept(askers.get(i), requests.get(i), answers.get(i));
        }
        if (rows > 0) {
            steps.reached(Step.CLAIMED);
        }
        return rows;
    }

    private int accept(Lane lane, FetchRequest request, Fetched fetched) {
        List<Entry> entries = lane.accept(request, fetched);
        for (Entry entry : entries) {
            settleEarly(lane, entry);
            if (!entry.isSettled()) {
                admit(lane, entry);
            }
        }
        meters.read(request.precedence(), entries.size());
        return entries.size();
    }

    private void settleEarly(Lane lane, Entry entry) {
        for (SystemName destination : List.copyOf(entry.waiting())) {
            if (watch.takeEarly(destination, entry.message().id().sequence())) {
                settle(lane, entry, destination, null);
            }
        }
    }

    private void admit(Lane lane, Entry entry) {
        Refusal refusal = rules.judge(entry.message());
        if (refusal != null) {
            refuse(lane, entry, refusal);
        } else if (rules.isReliable(entry.message())) {
            lane.enqueue(entry);
        } else {
            Entry older = lane.enqueueNewest(entry);
            if (older != null) {
                settleAll(lane, older, DeliveryState.SUPERSEDED, null);
            }
        }
    }

    private int send() {
        if (nanoTime.getAsLong() - pausedUntilNanos < 0) {
            return 0;
        }
        int sent = 0;
        for (Lane lane : List.copyOf(lanes.lanes())) {
            sent += send(lane);
        }
        if (sent > 0) {
            transport.flush();
            meters.sent(sent);
            steps.reached(Step.SENT);
        }
        return sent;
    }

    private int send(Lane lane) {
        int sent = 0;
        while (sent < MAX_SENDS_PER_TURN) {
            Entry entry = lane.nextReady();
            if (entry == null) {
                return sent;
            }
            if (rules.isExpired(entry.message())) {
                refuse(
                        lane,
                        entry,
                        new Refusal(
                                ErrorCode.EXPIRED,
                                "valid until " + entry.message().expiresAt()));
            } else if (!isCurrent(entry) || !handOver(lane, entry)) {
                lane.putBack(entry);
                return sent;
            } else {
                sent++;
            }
        }
        return sent;
    }

    /** @return whether every destination of the entry is reachable and in the epoch that this group knows */
    private boolean isCurrent(Entry entry) {
        for (SystemName destination : entry.waiting()) {
            PeerState state = transport.peer(destination);
            Long known = epochs.get(destination);
            if (!state.reachable() || known == null || known != state.epoch()) {
                return false;
            }
        }
        return true;
    }

    /** @return whether the transport is done with the entry; otherwise it has to be sent later */
    private boolean handOver(Lane lane, Entry entry) {
        return switch (transport.send(entry.message().to(entry.waiting()), settings.sendTimeout())) {
            case SendOutcome.Accepted() -> {
                boolean reliable = rules.isReliable(entry.message());
                lane.sent(entry, nanoTime.getAsLong(), reliable);
                if (!reliable) {
                    settleAll(lane, entry, DeliveryState.SENT, null);
                }
                yield true;
            }
            case SendOutcome.BackPressured(Duration retryAfter) -> {
                meters.backPressured();
                pausedUntilNanos = nanoTime.getAsLong() + retryAfter.toNanos();
                yield false;
            }
            case SendOutcome.Rejected(ErrorCode code, String detail) -> {
                refuse(lane, entry, new Refusal(code, detail));
                yield true;
            }
            case SendOutcome.Disconnected _ -> false;
        };
    }

    private void rewindOverdue() {
        long now = nanoTime.getAsLong();
        for (Lane lane : List.copyOf(lanes.lanes())) {
            Entry oldest = lane.oldestAwaiting();
            if (oldest == null) {
                continue;
            }
            for (SystemName destination : List.copyOf(oldest.waiting())) {
                if (watch.isOverdue(destination, oldest.sentAtNanos(), now)) {
                    watch.rewound(destination, now);
                    rewind(destination, "overdue");
                }
            }
        }
    }

    private void rewind(SystemName destination, String reason) {
        if (lanes.lanes().stream().anyMatch(lane -> lane.isWaitedForBy(destination))) {
            LOG.info("Reading again for {} over {}: {}", destination, transport.name(), reason);
            meters.rewound(destination, reason);
            lanes.rewind(destination);
        }
    }

    private void report() {
        long rows = 0;
        long bytes = 0;
        for (Lane lane : lanes.lanes()) {
            rows += lane.budget().rows();
            bytes += lane.budget().bytes();
        }
        meters.inFlight(rows, bytes);
    }

    private record SavedKey(SystemName destination, Precedence precedence) {}
}
