package org.c4igateway.lab.chaos.growth;

import java.util.Locale;

/**
 * What must not grow in a run, and by how much of it a day is allowed. A heap of 160 MiB of which a third is taken is
 * full after a month at 4 MiB a day.
 */
public enum Growth {
    /** Old generation of the Java process right after a full collection, which the look asks for. */
    HEAP("MiB", 4),
    /** Physical memory of the process: heap, code, threads, what native libraries took. */
    RESIDENT("MiB", 8),
    /** Threads of the process, as the kernel counts. */
    THREADS("threads", 24),
    /** Open files and sockets of the process. */
    DESCRIPTORS("descriptors", 24),
    /** Tables whose rows are updated or deleted, with their indexes. */
    CHANGING_TABLES("MiB", 8),
    /** Dead rows of all tables, by the statistics of the server. */
    DEAD_ROWS("rows", 20_000);

    private final String unit;
    private final double mostPerDay;

    Growth(String unit, double mostPerDay) {
        this.unit = unit;
        this.mostPerDay = mostPerDay;
    }

    String unit() {
        return unit;
    }

    /** What is allowed, in its unit. */
    public double mostPerDay() {
        return mostPerDay;
    }

    /** As reports write it, such as {@code changing tables}. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
