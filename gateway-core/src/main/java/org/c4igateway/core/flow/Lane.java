package org.c4igateway.core.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.core.store.ReadPosition;
import org.jspecify.annotations.Nullable;

/**
 * Destinations that are read and sent together, the rows of theirs that are in memory, and how far reading has come. A
 * destination that lags gets a lane of its own and comes back when it has caught up (see {@link LaneSet}). Used by one
 * thread.
 */
final class Lane {
    private static final int COMPACTION_SLACK = 1_024;

    private final Set<SystemName> destinations = new LinkedHashSet<>();
    private final Map<Precedence, Cursor> cursors = new EnumMap<>(Precedence.class);
    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<String, Entry> newestBySubject = new HashMap<>();
    private final PrecedenceQueue<Entry> ready = new PrecedenceQueue<>();
    private final Deque<Entry> awaitingReceipt = new ArrayDeque<>();
    private final InFlightBudget budget;
    private final FlowSettings settings;
    private final int fewestRows;
    private boolean draining;

    Lane(Collection<SystemName> destinations, Map<Precedence, ReadPosition> positions, FlowSettings settings) {
        this.destinations.addAll(destinations);
        this.settings = settings;
        this.budget = new InFlightBudget(settings.maxInFlightRows(), settings.maxInFlightBytes());
        this.fewestRows = Math.max(1, Math.min(settings.fetchRows(), settings.maxInFlightRows() / 20) / 2);
        for (Precedence precedence : Precedence.values()) {
            cursors.put(precedence, new Cursor(positions.getOrDefault(precedence, ReadPosition.START)));
        }
    }

    Set<SystemName> destinations() {
        return destinations;
    }

    InFlightBudget budget() {
        return budget;
    }

    /** No further reading: what is in memory is finished, then the lane goes. */
    void drain() {
        draining = true;
    }

    boolean isDraining() {
        return draining;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** @return what may be read now, within the budget; empty when there is no room for a batch worth reading */
    List<FetchRequest> requests() {
        List<FetchRequest> requests = new ArrayList<>();
        for (Precedence precedence : Precedence.values()) {
            long rows = Math.min(settings.fetchRows(), budget.roomRows(precedence));
            long bytes = budget.roomBytes(precedence);
            if (!draining && rows >= fewestRows && bytes > 0) {
                ReadPosition after = cursor(precedence).position();
                requests.add(new FetchRequest(destinations, precedence, after, Math.toIntExact(rows), bytes));
            }
        }
        return requests;
    }

    /** Takes the answer to {@code request}; each row becomes an entry to send. */
    List<Entry> accept(FetchRequest request, Fetched fetched) {
        Batch batch = new Batch(request.after());
        List<Entry> taken = new ArrayList<>(fetched.rows().size());
        for (PendingRow row : fetched.rows()) {
            Message message = row.message();
            if (entries.containsKey(message.id().sequence())) {
                throw new IllegalStateException("the outbox repeated " + message);
            }
            Entry entry = new Entry(message, row.pending(), batch);
            entries.put(message.id().sequence(), entry);
            budget.take(message.precedence(), message.sizeBytes());
            taken.add(entry);
        }
        cursor(request.precedence()).advance(batch, fetched.next(), fetched.exhausted());
        return taken;
    }

    void enqueue(Entry entry) {
        ready.add(entry.message().precedence(), entry);
    }

    /**
     * Enqueues an entry whose newest instance alone matters.
     *
     * @return the older one that it takes the place of, if that was not sent yet
     */
    @Nullable Entry enqueueNewest(Entry entry) {
        String subjectKey = entry.message().topicId() + '\n' + entry.message().subject();
        entry.setSubjectKey(subjectKey);
        Entry older = newestBySubject.put(subjectKey, entry);
        enqueue(entry);
        return older != null && !older.isSent() && !older.isSettled() ? older : null;
    }

    /** @return the next entry to send, removed from the queue; null when there is none */
    @Nullable Entry nextReady() {
        for (Entry entry = ready.poll(); entry != null; entry = ready.poll()) {
            if (!entry.isSettled()) {
                return entry;
            }
        }
        return null;
    }

    void putBack(Entry entry) {
        ready.putBack(entry.message().precedence(), entry);
    }

    void sent(Entry entry, long nowNanos, boolean receiptExpected) {
        entry.markSent(nowNanos);
        if (receiptExpected) {
            awaitingReceipt.addLast(entry);
            if (awaitingReceipt.size() > 2 * entries.size() + COMPACTION_SLACK) {
                awaitingReceipt.removeIf(Entry::isSettled);
            }
        }
    }

    /** @return the entry with that sequence, if it is in memory */
    @Nullable Entry find(long sequence) {
        return entries.get(sequence);
    }

    /** @return whether something in memory has no final state for {@code destination} */
    boolean isWaitedForBy(SystemName destination) {
        return entries.values().stream().anyMatch(entry -> entry.waiting().contains(destination));
    }

    /** @return sequences in memory; a copy */
    long[] sequences() {
        return entries.keySet().stream().mapToLong(Long::longValue).toArray();
    }

    /** One destination of an entry is final. */
    void settle(Entry entry, SystemName destination) {
        if (entry.settle(destination) && entry.isSettled()) {
            forget(entry);
        }
    }

    /** @return the entry that has waited longest for its receipt; null when none waits */
    @Nullable Entry oldestAwaiting() {
        while (!awaitingReceipt.isEmpty() && awaitingReceipt.peekFirst().isSettled()) {
            awaitingReceipt.removeFirst();
        }
        return awaitingReceipt.peekFirst();
    }

    /** Takes a destination out, with what is in memory for it; it will be read again from {@link #safePositions}. */
    void release(SystemName destination) {
        destinations.remove(destination);
        for (Entry entry : List.copyOf(entries.values())) {
            settle(entry, destination);
        }
    }

    Map<Precedence, ReadPosition> safePositions() {
        Map<Precedence, ReadPosition> positions = new EnumMap<>(Precedence.class);
        cursors.forEach((precedence, cursor) -> positions.put(precedence, cursor.safePosition()));
        return positions;
    }

    /** @return whether both lanes have read everything there was, in the same snapshot */
    boolean hasReadSameAs(Lane other) {
        for (Precedence precedence : Precedence.values()) {
            Cursor mine = cursor(precedence);
            Cursor theirs = other.cursor(precedence);
            if (!mine.isExhausted() || !theirs.isExhausted() || !mine.position().equals(theirs.position())) {
                return false;
            }
        }
        return true;
    }

    boolean isExhausted() {
        return cursors.values().stream().allMatch(Cursor::isExhausted);
    }

    private void forget(Entry entry) {
        Message message = entry.message();
        entries.remove(message.id().sequence());
        if (entry.subjectKey() != null) {
            newestBySubject.remove(entry.subjectKey(), entry);
        }
        budget.giveBack(message.precedence(), message.sizeBytes());
        entry.batch().closed();
    }

    private Cursor cursor(Precedence precedence) {
        Cursor cursor = cursors.get(precedence);
        if (cursor == null) {
            throw new IllegalStateException("no cursor for " + precedence);
        }
        return cursor;
    }
}
