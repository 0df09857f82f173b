package org.c4igateway.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.testkit.MemoryOutbox;

/**
 * The interface database of one system. What is committed is a log of changes, and the tables are what the log makes of
 * them: a crash loses open transactions, a failover to a lagging replica loses the end of the log. Sequences are not
 * part of the log; a crash loses numbers, and a failover those that the replica does not know.
 */
class ModelDatabase {
    /** Numbers that were given out before a failover are below the next multiple of this. */
    private static final long GENERATION = 1_000_000;

    /** A received message in the inbox. */
    record InboxRow(long receivedId, Message message) {}

    /** What the log makes. */
    static final class Tables {
        final MemoryOutbox outbox;
        final List<InboxRow> inbox = new ArrayList<>();
        final Map<MessageId, Long> keys = new LinkedHashMap<>();
        final Map<MessageId, Instant> keptSince = new LinkedHashMap<>();
        final Set<MessageKey> expired = new LinkedHashSet<>();

        Tables(int windowCommits, int generation) {
            outbox = new MemoryOutbox(windowCommits, windowCommits % 2 == 0 ? Integer.MAX_VALUE : 2);
            for (int i = 0; i < generation; i++) {
                outbox.beginAnew();
            }
        }
    }

    private final int windowCommits;
    private final List<Consumer<Tables>> log = new ArrayList<>();
    /** The shortest time for which a peer is taken to remember: that of one that has not told for how long. */
    private static final Duration HORIZON = Duration.ofHours(12);

    private final Set<MessageKey> everReceived = new HashSet<>();
    private final List<Message> everCommitted = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private Tables tables;
    private long sequence;
    private long receivedId;
    private int generation;
    private boolean restored;
    private long epoch;
    private long lastWriteEpoch;
    private long readUpTo;
    private final Set<Long> seen = new HashSet<>();

    ModelDatabase(int windowCommits) {
        this.windowCommits = windowCommits;
        this.tables = new Tables(windowCommits, 0);
    }

    Tables tables() {
        return tables;
    }

    long epoch() {
        return epoch;
    }

    /** A node becomes the only one that may write. @return the number of this start */
    long claim() {
        epoch++;
        restore();
        return epoch;
    }

    private void restore() {
        if (restored) {
            afterRestore();
        }
    }

    /** The migration or the function {@code c4i.after_restore}: no number of before is given out again. */
    private void afterRestore() {
        restored = false;
        sequence = Math.max(sequence, GENERATION * generation);
        receivedId = receivedIdAfterRestore(receivedId, GENERATION * generation);
    }

    long receivedIdAfterRestore(long last, long above) {
        return Math.max(last, above);
    }

    long nextSequence() {
        if (restored) {
            sequence = numbersAfterFailover(sequence, GENERATION * generation);
        }
        return ++sequence;
    }

    /** What gives the first number after a failover moves them first. */
    long numbersAfterFailover(long last, long above) {
        return Math.max(last, above);
    }

    long lastNumber() {
        return sequence;
    }

    void commit(Message row) {
        everCommitted.add(row);
        change(t -> t.outbox.commit(row));
    }

    /**
     * Nothing is written down as expired before its expiry, nor as beyond the horizon within it, by any clock.
     *
     * @param latest what the clock that is most ahead has shown
     */
    void checkTimes(List<DeliveryOutcome> outcomes, Instant latest) {
        Instant horizon = latest.minus(HORIZON);
        for (DeliveryOutcome outcome : outcomes) {
            Message row = outcome.message();
            boolean early =
                    outcome.state() == DeliveryState.EXPIRED && row.expiresAt().isAfter(latest);
            boolean within = outcome.code() == ErrorCode.BEYOND_HORIZON
                    && row.createdAt().isAfter(horizon);
            if (early || within) {
                violations.add("TOO_EARLY: " + outcome + " at " + latest);
            }
        }
    }

    void record(long writer, List<DeliveryOutcome> outcomes, List<SavedPosition> positions) {
        noteWriter(writer);
        change(t -> t.outbox.record(outcomes, positions));
    }

    void asked(long writer, SystemName destination, Set<Long> sequences) {
        noteWriter(writer);
        change(t -> t.outbox.asked(destination, sequences));
    }

    /** A message that the inbox does not know comes into it. */
    void receive(long writer, Message message, long digest, Instant now) {
        noteWriter(writer);
        InboxRow row = new InboxRow(++receivedId, message);
        everReceived.add(new MessageKey(message.id(), digest));
        change(t -> {
            t.inbox.add(row);
            t.keys.put(message.id(), digest);
            t.keptSince.put(message.id(), now);
        });
    }

    void foundExpired(long writer, Set<MessageKey> keys) {
        noteWriter(writer);
        change(t -> t.expired.addAll(keys));
    }

    /** Forgets identities that are older than that. */
    void prune(Instant now, int days) {
        Instant before = now.minus(Duration.ofDays(days));
        if (tables.keptSince.values().stream().noneMatch(kept -> kept.isBefore(before))) {
            return;
        }
        change(t -> t.keptSince.entrySet().removeIf(kept -> {
            boolean old = kept.getValue().isBefore(before);
            if (old) {
                t.keys.remove(kept.getKey());
            }
            return old;
        }));
    }

    private void change(Consumer<Tables> by) {
        log.add(by);
        by.accept(tables);
    }

    private void noteWriter(long writer) {
        if (writer < lastWriteEpoch) {
            violations.add("FENCE: start " + writer + " wrote after start " + lastWriteEpoch);
        }
        lastWriteEpoch = Math.max(lastWriteEpoch, writer);
    }

    /** Commits are durable; numbers that were handed to sessions are lost. */
    void crash(int lostNumbers) {
        sequence += lostNumbers;
    }

    /** The end of the log is lost. */
    void failOver(int lostChanges) {
        int kept = Math.max(0, log.size() - lostChanges);
        log.subList(kept, log.size()).clear();
        generation++;
        epoch++; // sessions with the old server are gone
        restored = true;
        tables = new Tables(windowCommits, generation);
        log.forEach(change -> change.accept(tables));
        sequence = tables.outbox.rows().stream()
                .mapToLong(row -> row.id().sequence())
                .max()
                .orElse(0);
        receivedId = tables.inbox.isEmpty() ? 0 : tables.inbox.getLast().receivedId();
        noteLost();
    }

    /** What a server read and a failover has lost is no violation; what it has not read must still come. */
    private void noteLost() {
        seen.retainAll(
                Set.copyOf(tables.inbox.stream().map(InboxRow::receivedId).toList()));
    }

    /** The C4I server reads on by {@code received_id}. */
    void readOn() {
        for (InboxRow row : tables.inbox) {
            if (row.receivedId() > readUpTo) {
                seen.add(row.receivedId());
                readUpTo = row.receivedId();
            }
        }
    }

    boolean hasSeen(InboxRow row) {
        return seen.contains(row.receivedId());
    }

    int generation() {
        return generation;
    }

    boolean everReceived(MessageKey key) {
        return everReceived.contains(key);
    }

    /** @return rows in the order of their commits, also those that a failover has lost */
    List<Message> everCommitted() {
        return everCommitted;
    }

    List<String> violations() {
        return violations;
    }
}
