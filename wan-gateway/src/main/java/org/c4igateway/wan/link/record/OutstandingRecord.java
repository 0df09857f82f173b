package org.c4igateway.wan.link.record;

import org.jspecify.annotations.Nullable;

/** A record that is queued or in flight. While it waits, a newer record about the same subject may replace it. */
public final class OutstandingRecord {
    public final long arrival;
    private LinkItem item;
    private long offeredNanos;
    private int placed;
    private int openFrames;
    private @Nullable RecordOutcome recordOutcome;

    public OutstandingRecord(LinkItem item, long arrival, long offeredNanos) {
        this.item = item;
        this.arrival = arrival;
        this.offeredNanos = offeredNanos;
    }

    public LinkItem item() {
        return item;
    }

    public long offeredNanos() {
        return offeredNanos;
    }

    public int level() {
        return item.precedence().code();
    }

    public void replace(LinkItem newer, long nowNanos) {
        item = newer;
        offeredNanos = nowNanos;
    }

    /** Bytes put into frames so far. */
    public int placed() {
        return placed;
    }

    public int unplaced() {
        return item.size() - placed;
    }

    /** A piece of so many bytes went into a frame. */
    public void place(int bytes) {
        if (placed == 0) {
            item.payload().begun(true);
        }
        placed += bytes;
        openFrames++;
    }

    /** Back into the queue: nothing of it counts as sent. */
    public void unplace() {
        placed = 0;
        openFrames = 0;
        item.payload().begun(false);
    }

    /** A frame with a piece of it has arrived everywhere. */
    public void closeFrame() {
        openFrames--;
    }

    /** A frame with a piece of it must be received again. */
    public void reopenFrame() {
        openFrames++;
    }

    public boolean hasArrived() {
        return openFrames == 0 && unplaced() == 0;
    }

    public boolean hasEnded() {
        return recordOutcome != null;
    }

    public void end(RecordOutcome how) {
        if (recordOutcome != null) {
            throw new IllegalStateException("record " + item.id() + " ended twice: " + recordOutcome + ", " + how);
        }
        recordOutcome = how;
    }

    /** Whether repairs still carry it. */
    public boolean isWorthRepair(long nowNanos) {
        return recordOutcome == null && item.reliable() && !item.isExpired(nowNanos);
    }
}
