package org.c4igateway.core.flow.send.group;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.PrecedenceQueue;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.core.store.ReadPosition;
import org.jspecify.annotations.Nullable;

/**
 * Destinations that are read and sent together, with their rows in memory and the reading position. A destination that
 * lags gets its own group and returns when it has caught up (see {@link SendGroups}). Used by one thread.
 */
public final class SendGroup {
    private static final int COMPACTION_SLACK = 1_024;

    private final Set<SystemName> destinations = new LinkedHashSet<>();
    private final ReadCursors cursors;
    private final Map<Long, OutstandingRow> entries = new HashMap<>();
    private final Map<String, OutstandingRow> newestBySubject = new HashMap<>();
    private final PrecedenceQueue<OutstandingRow> ready = new PrecedenceQueue<>();
    private final Deque<OutstandingRow> awaitingReceipt = new ArrayDeque<>();
    private final Map<SystemName, Integer> openRows = new HashMap<>();
    private final InFlightBudget budget;
    private final ReadingRoom room;

    private long pausedUntilNanos;
    private boolean paused;
    private boolean draining;

    /** @param total what all groups of the process hold; the group is part of it until it is {@link #close closed} */
    public SendGroup(
            Collection<SystemName> destinations,
            Map<Precedence, ReadPosition> positions,
            FlowSettings settings,
            InFlightTotal total) {
        this.destinations.addAll(destinations);
        this.budget = new InFlightBudget(settings.maxInFlightRows(), settings.maxInFlightBytes(), total);
        this.cursors = new ReadCursors(positions);
        this.room = new ReadingRoom(budget, cursors, settings);
    }

    public Set<SystemName> destinations() {
        return destinations;
    }

    public InFlightBudget budget() {
        return budget;
    }

    /** Stops reading. The group ends when its rows in memory are finished. */
    public void drain() {
        draining = true;
    }

    public boolean isDraining() {
        return draining;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Has no rows any more and takes none. */
    void close() {
        budget.close();
    }

    public boolean hasReady() {
        return !ready.isEmpty();
    }

    public int queuedRows() {
        return ready.size();
    }

    /** The transport has no room for this group until then. Other groups continue. */
    public void pause(long untilNanos) {
        paused = true;
        pausedUntilNanos = untilNanos;
    }

    public boolean isPaused(long nowNanos) {
        paused = paused && nowNanos - pausedUntilNanos < 0;
        return paused;
    }

    /** @return whether some precedence has no room for a batch worth reading */
    public boolean isFull() {
        return room.isFull();
    }

    /** @return whether it has room for rows that are known to be there */
    public boolean asksForMore() {
        return !draining && room.isThereForMore();
    }

    /** @return what may be read now, within the budget; empty when there is no room for a batch worth reading */
    public List<FetchRequest> requests() {
        return draining ? List.of() : room.requests(destinations);
    }

    /**
     * Sets memory aside for one of {@link #requests}, until it is {@linkplain #release released}.
     *
     * @return the request that there is memory for, the same or a smaller one; null when there is none now
     */
    public @Nullable FetchRequest reserve(FetchRequest request) {
        return budget.reserve(request, cursors.isExhausted(request.precedence()));
    }

    /** The read of what {@link #reserve} returned has ended, whatever it brought. */
    public void release(FetchRequest reserved) {
        budget.release(reserved);
    }

    /**
     * @return whether the answer to {@code request} still counts: the group reads on from that position, for those
     *     destinations. A destination that has left since reads from an older row, which must not come after newer ones
     */
    public boolean stillAsks(FetchRequest request) {
        return !draining
                && destinations.equals(request.destinations())
                && cursors.position(request.precedence()).equals(request.after());
    }

    /** @return whether rows of this answer are in memory already, because the outbox began to read from the start */
    public boolean repeats(Fetched fetched) {
        return fetched.rows().stream()
                .anyMatch(row -> entries.containsKey(row.message().id().sequence()));
    }

    /** Takes the answer to {@code request}. None of it may {@linkplain #repeats repeat}. Each row becomes an entry. */
    public List<OutstandingRow> accept(FetchRequest request, Fetched fetched) {
        ReadCursors.Batch batch = new ReadCursors.Batch(request.after());
        List<OutstandingRow> taken = new ArrayList<>(fetched.rows().size());
        for (PendingRow row : fetched.rows()) {
            Message message = row.message();
            OutstandingRow outstandingRow = new OutstandingRow(message, row.pending(), batch);
            entries.put(message.id().sequence(), outstandingRow);
            row.pending().forEach(destination -> openRows.merge(destination, 1, Integer::sum));
            budget.take(message.precedence(), message.sizeBytes());
            taken.add(outstandingRow);
        }
        cursors.advance(request, fetched, batch);
        return taken;
    }

    public void enqueue(OutstandingRow outstandingRow) {
        ready.add(outstandingRow.message().precedence(), outstandingRow);
        if (ready.size() > 2 * entries.size() + COMPACTION_SLACK) {
            ready.removeIf(OutstandingRow::isSettled);
        }
    }

    /**
     * Enqueues an entry about a subject. Only the newest entry per subject is worth sending.
     *
     * @return the unsent entry about the same subject that was the newest until now: older than this one, or newer when
     *     this one comes late; null when there is none or the entry names no subject
     */
    public @Nullable OutstandingRow enqueueAboutSubject(OutstandingRow outstandingRow) {
        enqueue(outstandingRow);
        if (outstandingRow.message().subject().isEmpty()) {
            return null;
        }
        String subjectKey = outstandingRow.message().topicId()
                + '\n'
                + outstandingRow.message().subject();
        outstandingRow.setSubjectKey(subjectKey);
        OutstandingRow rival = newestBySubject.get(subjectKey);
        if (rival == null || outstandingRow.isNewerThan(rival)) {
            newestBySubject.put(subjectKey, outstandingRow);
        }
        return rival;
    }

    /** @return the next entry to send, removed from the queue; null when there is none */
    public @Nullable OutstandingRow nextReady() {
        for (OutstandingRow outstandingRow = ready.poll(); outstandingRow != null; outstandingRow = ready.poll()) {
            if (!outstandingRow.isSettled()) {
                return outstandingRow;
            }
        }
        return null;
    }

    public void putBack(OutstandingRow outstandingRow) {
        ready.putBack(outstandingRow.message().precedence(), outstandingRow);
    }

    public void sent(OutstandingRow outstandingRow, long nowNanos, boolean receiptExpected) {
        outstandingRow.markSent(nowNanos);
        if (receiptExpected) {
            awaitingReceipt.addLast(outstandingRow);
            if (awaitingReceipt.size() > 2 * entries.size() + COMPACTION_SLACK) {
                awaitingReceipt.removeIf(OutstandingRow::isSettled);
            }
        }
    }

    /** @return the entry with that sequence, if it is in memory */
    public @Nullable OutstandingRow find(long sequence) {
        return entries.get(sequence);
    }

    /** @return whether something in memory has no final state for {@code destination} */
    public boolean isWaitedForBy(SystemName destination) {
        return openRows.containsKey(destination);
    }

    /** One destination of an entry is final. */
    public void settle(OutstandingRow outstandingRow, SystemName destination) {
        if (outstandingRow.settle(destination)) {
            openRows.computeIfPresent(destination, (key, rows) -> rows > 1 ? rows - 1 : null);
            if (outstandingRow.isSettled()) {
                forget(outstandingRow);
            }
        }
    }

    public boolean isAwaitingReceipts() {
        dropSettledHead();
        return !awaitingReceipt.isEmpty();
    }

    /** @return for each destination that owes receipts, the entry that has waited longest for one */
    public Map<SystemName, OutstandingRow> oldestAwaiting() {
        dropSettledHead();
        Map<SystemName, OutstandingRow> oldest = new LinkedHashMap<>();
        for (OutstandingRow outstandingRow : awaitingReceipt) {
            outstandingRow.waiting().forEach(destination -> oldest.putIfAbsent(destination, outstandingRow));
            if (oldest.size() == openRows.size()) {
                break;
            }
        }
        return oldest;
    }

    private void dropSettledHead() {
        while (!awaitingReceipt.isEmpty() && awaitingReceipt.peekFirst().isSettled()) {
            awaitingReceipt.removeFirst();
        }
    }

    /**
     * Removes a destination and its rows from memory. It is read again from {@link ReadCursors#safePositions}.
     *
     * @param forgotten told the sequence of each row that was sent to the destination
     */
    public void release(SystemName destination, LongConsumer forgotten) {
        destinations.remove(destination);
        for (OutstandingRow outstandingRow : List.copyOf(entries.values())) {
            if (outstandingRow.waiting().contains(destination)) {
                if (outstandingRow.wasSentTo(destination)) {
                    forgotten.accept(outstandingRow.message().id().sequence());
                }
                settle(outstandingRow, destination);
            }
        }
    }

    /** @return sequences of the rows in memory that {@code destination} has no final state of */
    public LongStream waitingFor(SystemName destination) {
        return entries.values().stream()
                .filter(outstandingRow -> outstandingRow.waiting().contains(destination))
                .mapToLong(outstandingRow -> outstandingRow.message().id().sequence());
    }

    public ReadCursors cursors() {
        return cursors;
    }

    private void forget(OutstandingRow outstandingRow) {
        Message message = outstandingRow.message();
        entries.remove(message.id().sequence());
        if (outstandingRow.subjectKey() != null) {
            newestBySubject.remove(outstandingRow.subjectKey(), outstandingRow);
        }
        budget.giveBack(message.precedence(), message.sizeBytes());
        outstandingRow.batch().closed();
    }
}
