package org.c4igateway.core.flow.send.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/** A row in memory and the destinations that have no final state yet. Used by one thread. */
public final class OutstandingRow {
    private final Message message;
    private final ReadCursors.Batch batch;
    private final List<SystemName> waiting;
    private final Set<SystemName> sentBefore = new HashSet<>(0);
    private @Nullable String subjectKey;
    private @Nullable String finding;
    private boolean sent;
    private long sentAtNanos;

    public OutstandingRow(Message message, Collection<SystemName> waiting, ReadCursors.Batch batch) {
        this.message = message;
        this.waiting = new ArrayList<>(waiting);
        this.batch = batch;
        batch.opened();
    }

    /** The key under which a newer entry replaces this one; null when none can. */
    public @Nullable String subjectKey() {
        return subjectKey;
    }

    /** By the numbers under which they were submitted first: a repetition is as old as what it repeats. */
    public boolean isNewerThan(OutstandingRow other) {
        return message.first().sequence() > other.message.first().sequence();
    }

    public void setSubjectKey(String key) {
        subjectKey = key;
    }

    /** The worst that was found in its payload; null when nothing was, or it was not judged. */
    public @Nullable String finding() {
        return finding;
    }

    public void setFinding(@Nullable String found) {
        finding = found;
    }

    public Message message() {
        return message;
    }

    public ReadCursors.Batch batch() {
        return batch;
    }

    /** @return destinations without a final state; a live view */
    public List<SystemName> waiting() {
        return waiting;
    }

    /** @return whether {@code destination} was waiting */
    public boolean settle(SystemName destination) {
        return waiting.remove(destination);
    }

    public boolean isSettled() {
        return waiting.isEmpty();
    }

    public void markSent(long nowNanos) {
        sent = true;
        sentAtNanos = nowNanos;
    }

    public boolean isSent() {
        return sent;
    }

    /** It was sent to that destination before it was forgotten and read again. */
    public void markSentBefore(SystemName destination) {
        sentBefore.add(destination);
    }

    /** @return whether that destination may have the message, so that its receipt counts */
    public boolean wasSentTo(SystemName destination) {
        return sent || sentBefore.contains(destination);
    }

    public long sentAtNanos() {
        return sentAtNanos;
    }
}
