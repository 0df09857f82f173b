package org.c4igateway.wan.link;

import org.jspecify.annotations.Nullable;

/** A record that is queued or in flight. While it waits, a newer record about the same subject may replace it. */
final class Entry {
    final long arrival;
    private LinkItem item;
    private long offeredNanos;
    private int placed;
    private int openFrames;
    private @Nullable Ending ending;

    Entry(LinkItem item, long arrival, long offeredNanos) {
        this.item = item;
        this.arrival = arrival;
        this.offeredNanos = offeredNanos;
    }

    LinkItem item() {
        return item;
    }

    long offeredNanos() {
        return offeredNanos;
    }

    int lane() {
        return item.precedence().code();
    }

    void replace(LinkItem newer, long nowNanos) {
        item = newer;
        offeredNanos = nowNanos;
    }

    /** Bytes put into frames so far. */
    int placed() {
        return placed;
    }

    int unplaced() {
        return item.size() - placed;
    }

    /** A piece of so many bytes went into a frame. */
    void place(int bytes) {
        if (placed == 0) {
            item.payload().begun(true);
        }
        placed += bytes;
        openFrames++;
    }

    /** Back into the queue: nothing of it counts as sent. */
    void unplace() {
        placed = 0;
        openFrames = 0;
        item.payload().begun(false);
    }

    /** A frame with a piece of it has arrived everywhere. */
    void closeFrame() {
        openFrames--;
    }

    /** A frame with a piece of it must be received again. */
    void reopenFrame() {
        openFrames++;
    }

    boolean hasArrived() {
        return openFrames == 0 && unplaced() == 0;
    }

    boolean hasEnded() {
        return ending != null;
    }

    void end(Ending how) {
        if (ending != null) {
            throw new IllegalStateException("record " + item.id() + " ended twice: " + ending + ", " + how);
        }
        ending = how;
    }

    /** Whether repairs still carry it. */
    boolean isWorthRepair(long nowNanos) {
        return ending == null && item.reliable() && !item.isExpired(nowNanos);
    }
}
