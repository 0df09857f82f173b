package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.PayloadCheck.Refusal;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.jspecify.annotations.Nullable;

/**
 * Collects final states of a group and its reading positions, and writes them to the delivery log. States stay here
 * until the outbox has stored them. Used by one thread.
 */
final class DeliveryRecorder {
    private static final long POSITIONS_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    private final Outbox outbox;
    private final LaneSet lanes;
    private final OutboundMeters meters;
    private final List<DeliveryOutcome> settled = new ArrayList<>();
    private final Map<SavedKey, ReadPosition> savedPositions = new HashMap<>();
    private long positionsDueNanos;

    DeliveryRecorder(Outbox outbox, LaneSet lanes, OutboundMeters meters, long nowNanos) {
        this.outbox = outbox;
        this.lanes = lanes;
        this.meters = meters;
        this.positionsDueNanos = nowNanos;
    }

    boolean isEmpty() {
        return settled.isEmpty();
    }

    /** One destination of an entry is delivered, or refused when there is a refusal. */
    void settle(Lane lane, Entry entry, SystemName destination, @Nullable Refusal refusal) {
        DeliveryState state = DeliveryState.DELIVERED;
        if (refusal != null) {
            state = refusal.code() == ErrorCode.EXPIRED ? DeliveryState.EXPIRED : DeliveryState.REJECTED;
        }
        settleAs(lane, entry, destination, state, refusal);
    }

    /** The entry is refused for every destination that waits for it. */
    void refuse(Lane lane, Entry entry, Refusal refusal) {
        List.copyOf(entry.waiting()).forEach(destination -> settle(lane, entry, destination, refusal));
    }

    /**
     * The entry has expired. That is final for destinations to which it was never sent. A destination to which it was
     * sent gets the entry once more and answers whether its inbox has it or refuses it as expired.
     */
    void expire(Lane lane, Entry entry) {
        Refusal late =
                new Refusal(ErrorCode.EXPIRED, "valid until " + entry.message().expiresAt());
        for (SystemName destination : List.copyOf(entry.waiting())) {
            if (!entry.wasSentTo(destination)) {
                settle(lane, entry, destination, late);
            }
        }
    }

    /** The entry is best effort and gets no receipt, so it ends when the transport takes it. */
    void sent(Lane lane, Entry entry) {
        for (SystemName destination : List.copyOf(entry.waiting())) {
            settleAs(lane, entry, destination, DeliveryState.SENT, null);
        }
    }

    /** A newer entry replaces an older one, for the destinations that both have. */
    void superseded(Lane lane, Entry older, Entry newer) {
        for (SystemName destination : List.copyOf(older.waiting())) {
            if (newer.waiting().contains(destination)) {
                settleAs(lane, older, destination, DeliveryState.SUPERSEDED, null);
            }
        }
    }

    private void settleAs(
            Lane lane, Entry entry, SystemName destination, DeliveryState state, @Nullable Refusal refusal) {
        ReasonCode code = refusal == null ? null : refusal.code();
        String detail = refusal == null ? "" : refusal.detail();
        settled.add(new DeliveryOutcome(entry.message(), destination, state, code, detail));
        lane.settle(entry, destination);
    }

    /** Writes what is settled, and each second the positions. Blocks on the database. */
    void record(long nowNanos) {
        boolean positionsDue = nowNanos - positionsDueNanos >= 0;
        List<SavedPosition> changed = positionsDue ? changedPositions() : List.of();
        write(changed);
        if (positionsDue) {
            positionsDueNanos = nowNanos + POSITIONS_INTERVAL_NANOS;
        }
    }

    /** Writes what is settled and the positions. Blocks on the database. */
    void recordAll() {
        write(changedPositions());
    }

    private void write(List<SavedPosition> changed) {
        if (settled.isEmpty() && changed.isEmpty()) {
            return;
        }
        outbox.record(List.copyOf(settled), changed);
        meters.settled(settled);
        settled.clear();
        for (SavedPosition saved : changed) {
            savedPositions.put(new SavedKey(saved.destination(), saved.precedence()), saved.position());
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

    private record SavedKey(SystemName destination, Precedence precedence) {}
}
