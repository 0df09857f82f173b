package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
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
    private final SendGroups groups;
    private final OutboundMeters meters;
    private final Predicate<Message> isFromBefore;
    private final List<DeliveryOutcome> settled = new ArrayList<>();
    private final Map<SavedKey, ReadPosition> savedPositions = new HashMap<>();
    private long positionsDueNanos;

    /** @param isFromBefore whether an earlier process of the node may have sent a message and got no receipt for it */
    DeliveryRecorder(
            Outbox outbox, SendGroups groups, OutboundMeters meters, Predicate<Message> isFromBefore, long nowNanos) {
        this.outbox = outbox;
        this.groups = groups;
        this.meters = meters;
        this.isFromBefore = isFromBefore;
        this.positionsDueNanos = nowNanos;
    }

    boolean isEmpty() {
        return settled.isEmpty();
    }

    /** One destination of an entry is delivered, or refused when there is a refusal. */
    void settle(SendGroup sendGroup, OutstandingRow outstandingRow, SystemName destination, @Nullable Refusal refusal) {
        DeliveryState state = DeliveryState.DELIVERED;
        if (refusal != null) {
            state = refusal.code() == ErrorCode.EXPIRED ? DeliveryState.EXPIRED : DeliveryState.REJECTED;
        }
        settleAs(sendGroup, outstandingRow, destination, state, refusal);
    }

    /** The entry is refused for every destination that waits for it. */
    void refuse(SendGroup sendGroup, OutstandingRow outstandingRow, Refusal refusal) {
        List.copyOf(outstandingRow.waiting())
                .forEach(destination -> settle(sendGroup, outstandingRow, destination, refusal));
    }

    /**
     * The entry has expired. That is final for destinations to which it was never sent. A destination to which it was
     * sent, or may have been by an earlier process, is asked ({@link ContentQuestion}) and answers that its inbox has
     * it, or refuses it as expired.
     */
    void expire(SendGroup sendGroup, OutstandingRow outstandingRow) {
        Refusal late = new Refusal(
                ErrorCode.EXPIRED, "valid until " + outstandingRow.message().expiresAt());
        boolean open = isFromBefore.test(outstandingRow.message());
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            if (!open && !outstandingRow.wasSentTo(destination)) {
                settle(sendGroup, outstandingRow, destination, late);
            }
        }
    }

    /** The entry is best effort and gets no receipt, so it ends when the transport takes it. */
    void sent(SendGroup sendGroup, OutstandingRow outstandingRow) {
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            settleAs(sendGroup, outstandingRow, destination, DeliveryState.SENT, null);
        }
    }

    /** A newer entry replaces an older one, for the destinations that both have. */
    void superseded(SendGroup sendGroup, OutstandingRow older, OutstandingRow newer) {
        for (SystemName destination : List.copyOf(older.waiting())) {
            if (newer.waiting().contains(destination)) {
                settleAs(sendGroup, older, destination, DeliveryState.SUPERSEDED, null);
            }
        }
    }

    private void settleAs(
            SendGroup sendGroup,
            OutstandingRow outstandingRow,
            SystemName destination,
            DeliveryState state,
            @Nullable Refusal refusal) {
        ReasonCode code = refusal == null ? null : refusal.code();
        String detail = refusal == null ? "" : refusal.detail();
        settled.add(new DeliveryOutcome(
                outstandingRow.message(), destination, state, code, detail, outstandingRow.finding()));
        sendGroup.settle(outstandingRow, destination);
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
        for (SendGroup sendGroup : groups.all()) {
            if (sendGroup.isDraining()) {
                continue;
            }
            for (SystemName destination : sendGroup.destinations()) {
                groups.safePositions(destination).forEach((precedence, position) -> {
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
