package org.c4igateway.core.flow.send.group;

import java.util.Arrays;
import org.c4igateway.core.message.Precedence;

/**
 * Bounds what one group holds in memory, by rows and bytes. Each precedence has a twentieth for itself, so that FLASH
 * finds room when ROUTINE has filled the rest, and ROUTINE keeps moving under a flood of FLASH. The rest is shared by
 * those that have rows to read: they are read at once, so each may ask for its part; together they never exceed the
 * bound. Used by one thread.
 */
public final class InFlightBudget {
    private static final int RESERVED_SHARE = 20;

    private final long sharedRows;
    private final long sharedBytes;
    private final long reservedRows;
    private final long reservedBytes;
    private final long[] rows = new long[Precedence.values().length];
    private final long[] bytes = new long[Precedence.values().length];

    InFlightBudget(int maxRows, long maxBytes) {
        this.reservedRows = maxRows / RESERVED_SHARE;
        this.reservedBytes = maxBytes / RESERVED_SHARE;
        this.sharedRows = maxRows - reservedRows * rows.length;
        this.sharedBytes = maxBytes - reservedBytes * rows.length;
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
        return room(bytes, precedence, reservedBytes, sharedBytes, readers);
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
    }

    void giveBack(Precedence precedence, int sizeBytes) {
        rows[precedence.code()]--;
        bytes[precedence.code()] -= sizeBytes;
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
