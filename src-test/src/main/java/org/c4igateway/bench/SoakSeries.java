package org.c4igateway.bench;

import java.util.Locale;

/** What a soak looks at of each system, and which of it must not grow. */
enum SoakSeries {
    /** Old generation of the node right after a full collection that the soak asks for. */
    HEAP("Heap after a collection", "MiB", 8),
    /** Resident memory of the node. */
    RESIDENT("Resident memory", "MiB", 24),
    /** Tables whose rows are updated or deleted, with their indexes: these would bloat. */
    CHANGING("Tables that change", "MiB", 8),
    /** All tables with their indexes, by rows accepted and received: these only take rows. */
    PER_ROW("Bytes of all tables by message", "B", 32),
    /** Dead rows of all tables, by the server's statistics. */
    DEAD("Dead rows", "rows", 20_000),
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
    private final double floor;

    SoakSeries(String title, String unit, double floor) {
        this.title = title;
        this.unit = unit;
        this.floor = floor;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** Whether it must not grow. */
    boolean isJudged() {
        return !Double.isNaN(floor);
    }

    /** Growth up to this is none. */
    double floor() {
        return floor;
    }

    /** Name of its column. */
    String column() {
        return name().toLowerCase(Locale.ROOT) + (unit.isEmpty() ? "" : "_" + unit.toLowerCase(Locale.ROOT));
    }
}
