package org.c4igateway.wan.route;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which messages of nodes may pass: those written since their sender greeted the receiver over the present way. When the way
 * to a receiver changes, something on it may have been lost; what the sender wrote before it knows that, and greets again,
 * would arrive ahead of what is lost, so it is dropped and comes again. Nodes judge by the same greetings for themselves.
 */
final class Admissions {
    private static final int MAX_KNOWN = 65_536;

    private final Map<Pair, Since> known = new LinkedHashMap<>();

    private record Pair(String sender, String receiver) {}

    private record Since(long way, long atNanos) {}

    /**
     * A greeting passes.
     *
     * @param way present way to the receiver
     * @param atNanos when the sender said it, by its clock
     */
    void greeted(String sender, String receiver, long way, long atNanos) {
        Pair pair = new Pair(sender, receiver);
        Since before = known.get(pair);
        long since = before != null && before.way() == way ? Math.max(atNanos, before.atNanos()) : atNanos;
        known.put(pair, new Since(way, since));
        if (known.size() > MAX_KNOWN) {
            known.remove(known.keySet().iterator().next());
        }
    }

    /** @return whether a message of a node that was written then may go to the receiver over its present way */
    boolean admits(String sender, String receiver, long way, long writtenNanos) {
        Since since = known.get(new Pair(sender, receiver));
        return since != null && since.way() == way && writtenNanos >= since.atNanos();
    }
}
