package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.jspecify.annotations.Nullable;

/**
 * Collects final states of a sender's rows and its reading positions, and writes them to the delivery log, beside the
 * turns of the sender. One writing goes on at a time, with everything that came up to its start, so a saved position
 * never gets ahead of the states before it. States stay here until the outbox has stored them. After a fault the next
 * writing runs within the turn, which then waits for the database. Used by one thread.
 */
final class DeliveryRecorder {
    /** With the state superseded: its process ended before the state was written, so nobody knows. */
    static final String PERHAPS_SENT = "may have been sent before the node was started";

    private static final long NEVER = -1;
    private static final long POSITIONS_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

    private final Outbox outbox;
    private final OutboundMeters meters;
    /** Whether a message gets a receipt. */
    private final Predicate<Message> isReliable;

    private final DeliveryTrace trace;
    private final LongSupplier nanoTime;
    private final long lastNumberBefore;
    private final Executor beside;
    private final int mostWaiting;
    private final List<DeliveryOutcome> settled = new ArrayList<>();
    private final RowsToNote takenAfterAll = new RowsToNote();
    private final RowsToNote asked = new RowsToNote();
    private final PositionsToSave positions;
    private final ParallelCall<RecordCall> call = new ParallelCall<>();
    private boolean failed;
    private long stored;
    private long lastExpired;
    private long positionsDueNanos;

    DeliveryRecorder(SenderParts parts, SendGroups groups) {
        this.outbox = parts.outbox();
        this.positions = new PositionsToSave(groups);
        this.meters = parts.meters();
        this.isReliable = parts.rules()::isReliable;
        this.trace = parts.trace();
        this.nanoTime = parts.nanoTime();
        this.lastNumberBefore = outbox.lastNumber();
        this.beside = parts.beside();
        this.mostWaiting = 2 * parts.settings().maxInFlightRows();
        this.positionsDueNanos = nanoTime.getAsLong();
    }

    boolean isEmpty() {
        return settled.isEmpty() && takenAfterAll.isEmpty() && asked.isEmpty();
    }

    /** @return whether so many states wait to be stored that no more rows should be read */
    boolean isBehind() {
        return settled.size() > mostWaiting;
    }

    /** @return number of the latest state, for {@link #hasStored} */
    long latest() {
        return stored + settled.size();
    }

    /** @return whether all states up to that one are in the delivery log */
    boolean hasStored(long state) {
        return stored >= state;
    }

    /**
     * A row that has expired and was not sent might be valid again after a restart, when the clock is set back. What is
     * newer must not have been sent then.
     *
     * @return whether all of these are in the delivery log
     */
    boolean hasStoredExpired() {
        return hasStored(lastExpired);
    }

    /**
     * The destination is asked whether a row that has expired is there. After a restart the row might be valid again,
     * when the clock is set back; a process that finds it asked about asks again. What is newer must not have been sent
     * before that is written.
     *
     * @return whether that will be written; false when too many wait
     */
    boolean asks(SystemName destination, long sequence) {
        return asked.add(destination, sequence);
    }

    /** @return whether all questions are in the interface database */
    boolean hasStoredQuestions() {
        return asked.isEmpty();
    }

    /** @return whether a writing has not come back for longer than that */
    boolean isWaitingFor(Duration time, long nowNanos) {
        return call.isOpenFor(time, nowNanos);
    }

    /** One destination of an entry is delivered, or refused when there is a refusal. */
    void settle(SendGroup sendGroup, OutstandingRow outstandingRow, SystemName destination, @Nullable Refusal refusal) {
        DeliveryState state = DeliveryState.DELIVERED;
        if (refusal != null) {
            state = refusal.code() == ErrorCode.EXPIRED ? DeliveryState.EXPIRED : DeliveryState.REJECTED;
        }
        ReasonCode code = refusal == null ? null : refusal.code();
        String detail = refusal == null ? "" : refusal.detail();
        settleAs(sendGroup, outstandingRow, destination, state, code, detail);
    }

    /**
     * The destination has refused a row, possibly long ago, and has it now.
     *
     * @return whether that will be written; false when too many wait
     */
    boolean takenAfterAll(SystemName destination, long sequence) {
        return takenAfterAll.add(destination, sequence);
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
        boolean open = mayBeFromBefore(outstandingRow.message());
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            if (!open && !outstandingRow.wasSentTo(destination)) {
                settle(sendGroup, outstandingRow, destination, late);
            }
        }
    }

    /**
     * By number and not by time, because clocks are set.
     *
     * @return whether an earlier process of the node may have sent it and got no receipt for it
     */
    private boolean mayBeFromBefore(Message message) {
        return isFromBefore(message) && isReliable.test(message);
    }

    /** @return whether an earlier process of the node may have read it, and so have sent it */
    boolean isFromBefore(Message message) {
        return message.id().sequence() <= lastNumberBefore;
    }

    /** The entry is best effort and gets no receipt, so it ends when the transport takes it. */
    void sent(SendGroup sendGroup, OutstandingRow outstandingRow) {
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            settleAs(sendGroup, outstandingRow, destination, DeliveryState.SENT, null, "");
        }
    }

    /** A newer entry replaces an older one, for the destinations that both have. */
    void superseded(SendGroup sendGroup, OutstandingRow older, OutstandingRow newer) {
        String detail = isFromBefore(older.message()) ? PERHAPS_SENT : "";
        for (SystemName destination : List.copyOf(older.waiting())) {
            if (newer.waiting().contains(destination)) {
                settleAs(sendGroup, older, destination, DeliveryState.SUPERSEDED, null, detail);
            }
        }
    }

    private void settleAs(
            SendGroup sendGroup,
            OutstandingRow outstandingRow,
            SystemName destination,
            DeliveryState state,
            @Nullable ReasonCode code,
            String detail) {
        DeliveryOutcome outcome = new DeliveryOutcome(
                outstandingRow.message(), destination, state, code, detail, outstandingRow.finding());
        settled.add(outcome);
        if (state == DeliveryState.EXPIRED) {
            lastExpired = latest();
        }
        if (trace.covers(outcome.message())) {
            trace.settled(
                    outcome, outstandingRow.isSent() ? nanoTime.getAsLong() - outstandingRow.sentAtNanos() : NEVER);
        }
        sendGroup.settle(outstandingRow, destination);
    }

    /**
     * Starts to write what is settled, and each second the positions, unless the last writing still goes on. Throws
     * what that one threw; its states are written again.
     */
    void record(long nowNanos) {
        take();
        if (call.isOpen()) {
            return;
        }
        boolean positionsDue = nowNanos - positionsDueNanos >= 0;
        List<SavedPosition> changed = positionsDue ? positions.changed() : List.of();
        if (positionsDue && isEmpty() && changed.isEmpty()) {
            positionsDueNanos = nowNanos + POSITIONS_INTERVAL_NANOS;
        }
        write(writing(changed, positionsDue, nowNanos), failed ? Runnable::run : beside);
    }

    /** Writes what is settled and the positions. Blocks on the database. */
    void recordAll(long nowNanos) {
        // What a writing beside this one stores, this one finds.
        call.abandon();
        write(writing(positions.changed(), true, nowNanos), Runnable::run);
    }

    private RecordCall writing(List<SavedPosition> positions, boolean positionsDue, long nowNanos) {
        return new RecordCall(
                List.copyOf(settled), positions, asked.waiting(), takenAfterAll.waiting(), positionsDue, nowNanos);
    }

    private void write(RecordCall writing, Executor executor) {
        if (writing.isEmpty()) {
            return;
        }
        call.start(
                executor,
                () -> {
                    writing.to(outbox);
                    return writing;
                },
                writing.startedNanos());
        take();
    }

    private void take() {
        RecordCall written;
        try {
            written = call.take();
        } catch (RuntimeException e) {
            failed = true;
            throw e;
        }
        if (written == null) {
            return;
        }
        failed = false;
        meters.settled(written.outcomes());
        trace.recorded(written.outcomes());
        settled.subList(0, written.outcomes().size()).clear();
        stored += written.outcomes().size();
        asked.forget(written.asked());
        takenAfterAll.forget(written.taken());
        positions.saved(written.positions());
        if (written.positionsDue()) {
            positionsDueNanos = written.startedNanos() + POSITIONS_INTERVAL_NANOS;
        }
    }
}
