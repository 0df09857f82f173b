package org.c4igateway.dbbridge.outbox;

import java.util.Arrays;

/**
 * A transaction snapshot as {@code pg_current_snapshot()} prints it: {@code xmin:xmax:xip,xip...}.
 *
 * @param xmax first transaction id that had not been completed
 * @param inProgress ids below {@code xmax} that were in progress, ascending
 */
record Snapshot(long xmax, long[] inProgress) {
    static Snapshot parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not a snapshot: " + text);
        }
        long[] inProgress = parts[2].isEmpty()
                ? new long[0]
                : Arrays.stream(parts[2].split(","))
                        .mapToLong(Long::parseLong)
                        .sorted()
                        .toArray();
        return new Snapshot(Long.parseLong(parts[1]), inProgress);
    }

    /** @return whether everything that {@code xid} wrote was visible, if it committed at all */
    boolean hasFinished(long xid) {
        return xid < xmax && Arrays.binarySearch(inProgress, xid) < 0;
    }
}
