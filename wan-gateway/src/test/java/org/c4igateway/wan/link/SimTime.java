package org.c4igateway.wan.link;

import java.util.PriorityQueue;

/** Virtual time and what is to happen in it, in order. */
final class SimTime {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long count;

    private record Event(long atNanos, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    long nowNanos() {
        return nowNanos;
    }

    void at(long atNanos, Runnable action) {
        events.add(new Event(Math.max(atNanos, nowNanos), count++, action));
    }

    /** Does the next thing, unless it is later than that. @return whether there was one */
    boolean step(long untilNanos) {
        Event next = events.peek();
        if (next == null || next.atNanos() > untilNanos) {
            nowNanos = Math.max(nowNanos, untilNanos);
            return false;
        }
        events.poll();
        nowNanos = next.atNanos();
        next.action().run();
        return true;
    }
}
