package org.c4igateway.lab.history;

import java.util.List;

/**
 * What a run adds to the rows of a system: what its C4I server was told, how long the system took to come to rest, and
 * what its node holds. Each part is iterated once.
 *
 * @param acknowledged submits whose commit was answered, ascending by sequence
 * @param stored what the outbox has, ascending by sequence
 * @param calm how it came to rest
 * @param uses what is held at rest
 */
public record RunHistory(
        String system, Iterable<Submit> acknowledged, Iterable<Submit> stored, Calm calm, List<Use> uses) {
    public RunHistory {
        uses = List.copyOf(uses);
    }

    /**
     * One row as it was submitted.
     *
     * @param sequence its number
     * @param content destinations and a digest of the bytes, as text
     */
    public record Submit(long sequence, String content) {}

    /**
     * How a system came to rest after the last fault.
     *
     * @param boundMillis time in which no row may be pending any more
     * @param emptyMillis when no row was pending; {@link #NEVER} when some still were at the bound
     */
    public record Calm(long boundMillis, long emptyMillis) {
        /** Rows were pending to the end. */
        public static final long NEVER = -1;
    }

    /**
     * Something that must not grow with faults.
     *
     * @param name of it, such as threads
     * @param value how many there are
     * @param limit how many there may be
     */
    public record Use(String name, long value, long limit) {}
}
