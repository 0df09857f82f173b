package org.c4igateway.core.flow.send.group;

import java.util.Arrays;
import org.c4igateway.core.message.Precedence;

/**
 * Bounds what one group holds in memory, by rows and bytes. Each precedence has a twentieth for itself, so that FLASH
 * finds room when ROUTINE has filled the rest, and ROUTINE keeps moving under a flood of FLASH. The rest is shared. All
 * precedences are read at once, so each may ask for a quarter of the rest; together they never exceed the bound. Used
 * by one thread.
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

    /** @return how many rows of this precedence fit now */
    long roomRows(Precedence precedence) {
        return room(rows, precedence, reservedRows, sharedRows);
    }

    /** @return how many bytes of this precedence fit now */
    long roomBytes(Precedence precedence) {
        return room(bytes, precedence, reservedBytes, sharedBytes);
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

    private static long room(long[] used, Precedence precedence, long reserved, long shared) {
        long sharedUsed = 0;
        for (long amount : used) {
            sharedUsed += Math.max(0, amount - reserved);
        }
        long sharedRoom = Math.max(0, shared - sharedUsed);
        long ownRoom = Math.max(0, reserved - used[precedence.code()]);
        return sharedRoom / used.length + ownRoom;
    }
}
