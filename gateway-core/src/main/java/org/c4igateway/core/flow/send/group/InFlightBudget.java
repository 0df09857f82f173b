package org.c4igateway.core.flow.send.group;

import java.util.Arrays;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what one group holds in memory, by rows and bytes. Each precedence has a twentieth for itself, so that FLASH
 * finds room when ROUTINE has filled the rest, and ROUTINE keeps moving under a flood of FLASH. The rest is shared by
 * those that have rows to read: they are read at once, so each may ask for its part; together they never exceed the
 * bound. Bytes are also bounded by what all groups hold ({@link InFlightTotal}). Used by one thread.
 */
public final class InFlightBudget {
    private static final int RESERVED_SHARE = 20;
    /** What a row takes beside its message, estimated. */
    private static final int ROW_BYTES = 512;
    /** While rows are read the driver of the database holds them, too. */
    private static final int COPIES_IN_READ = 2;

    private final long sharedRows;
    private final long sharedBytes;
    private final long reservedRows;
    private final long reservedBytes;
    private final long[] rows = new long[Precedence.values().length];
    private final long[] bytes = new long[Precedence.values().length];
    private final InFlightTotal.Share share;

    InFlightBudget(int maxRows, long maxBytes, InFlightTotal total) {
        this.reservedRows = maxRows / RESERVED_SHARE;
        this.reservedBytes = maxBytes / RESERVED_SHARE;
        this.sharedRows = maxRows - reservedRows * rows.length;
        this.sharedBytes = maxBytes - reservedBytes * rows.length;
        this.share = total.join(maxBytes + (long) maxRows * ROW_BYTES);
    }

    /**
     * @param readers how many precedences divide what is shared; 0: this one gets nothing of it
     * @return how many rows of this precedence fit now
     */
    long roomRows(Precedence precedence, int readers) {
        return room(rows, precedence, reservedRows, sharedRows, readers);
    }

    /** @return how many bytes of this precedence fit now */
    long roomBytes(Precedence precedence, int readers) {
        return Math.min(room(bytes, precedence, reservedBytes, sharedBytes, readers), share.room(precedence));
    }

    /**
     * Sets memory aside for a read, until it is {@linkplain #release released}.
     *
     * @param poll whether no rows are known to be there, so that it needs little memory
     * @return the same request, or a smaller one for which there is memory; null when there is none now
     */
    @Nullable FetchRequest reserve(FetchRequest request, boolean poll) {
        Precedence precedence = request.precedence();
        long wanted = cost(request);
        long granted = share.reserve(precedence, wanted, poll);
        if (granted == wanted || granted == 0) {
            return granted == 0 ? null : request;
        }
        int fewer = Math.toIntExact(Math.clamp(granted / (2 * ROW_BYTES), 1, request.maxRows()));
        FetchRequest smaller = new FetchRequest(
                request.destinations(),
                precedence,
                request.after(),
                fewer,
                Math.clamp((granted - (long) fewer * ROW_BYTES) / COPIES_IN_READ, 1, request.maxBytes()));
        share.change(precedence, cost(smaller) - granted);
        return smaller;
    }

    /** The read has ended; what it brought and is kept was {@linkplain #take taken}. */
    void release(FetchRequest reserved) {
        share.change(reserved.precedence(), -cost(reserved));
    }

    /** The group ends. */
    void close() {
        share.leave();
    }

    private static long cost(FetchRequest request) {
        return COPIES_IN_READ * request.maxBytes() + (long) request.maxRows() * ROW_BYTES;
    }

    /** @return how many rows of this precedence fit into what is reserved for it */
    long reservedRoomRows(Precedence precedence) {
        return Math.max(0, reservedRows - rows[precedence.code()]);
    }

    /** @return the most rows that fit at once when nothing is in memory */
    long largestRoomRows() {
        return sharedRows / rows.length + reservedRows;
    }

    void take(Precedence precedence, int sizeBytes) {
        rows[precedence.code()]++;
        bytes[precedence.code()] += sizeBytes;
        share.change(precedence, (long) sizeBytes + ROW_BYTES);
    }

    void giveBack(Precedence precedence, int sizeBytes) {
        rows[precedence.code()]--;
        bytes[precedence.code()] -= sizeBytes;
        share.change(precedence, -(long) sizeBytes - ROW_BYTES);
    }

    public long rows() {
        return Arrays.stream(rows).sum();
    }

    public long bytes() {
        return Arrays.stream(bytes).sum();
    }

    private static long room(long[] used, Precedence precedence, long reserved, long shared, int readers) {
        long sharedUsed = 0;
        for (long amount : used) {
            sharedUsed += Math.max(0, amount - reserved);
        }
        long sharedRoom = Math.max(0, shared - sharedUsed);
        long ownRoom = Math.max(0, reserved - used[precedence.code()]);
        return (readers == 0 ? 0 : sharedRoom / readers) + ownRoom;
    }
}
