package org.c4igateway.bench.soak;

import java.util.Locale;
import org.c4igateway.lab.chaos.growth.Growth;

/**
 * What a soak looks at of each system, and how much of it may grow in a day; limits that chaos
 * has too are those of {@link Growth}.
 */
enum SoakSeries {
    /** Old generation of the node right after a full collection that the soak asks for. */
    HEAP("Heap after a collection", "MiB", Growth.HEAP.mostPerDay()),
    /** Resident memory of the node. */
    RESIDENT("Resident memory", "MiB", Growth.RESIDENT.mostPerDay()),
    /** Tables whose rows are updated or deleted, with their indexes: these would bloat. */
    CHANGING("Tables that change", "MiB", Growth.CHANGING_TABLES.mostPerDay()),
    /** All tables with their indexes, by rows accepted and received: these only take rows. */
    PER_ROW("Bytes of all tables by message", "B", 32),
    /** Dead rows of all tables, by the server's statistics. */
    DEAD("Dead rows", "rows", Growth.DEAD_ROWS.mostPerDay()),
    /** Rows without a final state. */
    PENDING("Rows that wait", "rows", Double.NaN),
    /** Rows that should have been submitted by now and were not yet. */
    LATE("Submissions that are late", "rows", Double.NaN),
    /** Rows accepted since the start of the soak. */
    ACCEPTED("Accepted", "rows", Double.NaN),
    /** Rows received since the start of the soak. */
    RECEIVED("Received", "rows", Double.NaN),
    /** Destinations whose ledger does not balance. */
    UNBALANCED("Ledgers that do not balance", "", Double.NaN);

    private final String title;
    private final String unit;
    private final double mostPerDay;

    SoakSeries(String title, String unit, double mostPerDay) {
        this.title = title;
        this.unit = unit;
        this.mostPerDay = mostPerDay;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** Whether it must not grow. */
    boolean isJudged() {
        return !Double.isNaN(mostPerDay);
    }

    /** It may grow by so much in a day. */
    double mostPerDay() {
        return mostPerDay;
    }

    /** Name of its column. */
    String column() {
        return name().toLowerCase(Locale.ROOT) + (unit.isEmpty() ? "" : "_" + unit.toLowerCase(Locale.ROOT));
    }
}
