package org.c4igateway.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Disposed instances, until it is clear who disposed them. By default a writer of DDS disposes what it wrote when it
 * ends, in order or not, and that must not take its history with it. The end of a writer is known only after what it
 * disposed, so each waits a moment; then a writer that is still there meant it. One thread.
 */
final class Disposals {
    private static final Duration MOMENT = Duration.ofSeconds(2);
    /** More at a time are those of writers that end. */
    private static final int MOST = 100_000;

    private final Deque<Disposal> waiting = new ArrayDeque<>();

    /**
     * One of them.
     *
     * @param what instance and writer
     * @param due when to judge it
     * @param lastId id of the newest sample before it
     */
    record Disposal(Heard.Disposed what, Instant due, long lastId) {}

    void add(Heard.Disposed what, Instant now, long lastId) {
        if (waiting.size() >= MOST) {
            waiting.removeFirst();
        }
        waiting.addLast(new Disposal(what, now.plus(MOMENT), lastId));
    }

    /** @return those that have waited for long enough, which wait no more */
    List<Disposal> due(Instant now) {
        List<Disposal> due = new ArrayList<>();
        while (!waiting.isEmpty() && !waiting.getFirst().due().isAfter(now)) {
            due.add(waiting.removeFirst());
        }
        return due;
    }
}
