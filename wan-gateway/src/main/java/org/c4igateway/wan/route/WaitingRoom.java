package org.c4igateway.wan.route;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.c4igateway.wan.frame.LinkRecord.MessageRecord;

/**
 * Holds messages from a link for systems that do not read in this domain yet: nodes whose topics have not matched and,
 * shortly after the start, unknown systems. Messages of one origin keep their order. Bounded by number, bytes and time;
 * a message without room passes at once.
 */
final class WaitingRoom {
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Longer than a node is given to match. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final int MAX_RECORDS = 20_000;
    private static final long MAX_BYTES = 16L << 20;

    private final RouteState state;
    private final long startedNanos;
    private Deque<Guest> guests = new ArrayDeque<>();
    private final Set<String> origins = new HashSet<>();
    private long bytes;

    private record Guest(Neighbour from, MessageRecord record, long sinceNanos) {
        String origin() {
            return record.message().origin();
        }

        int size() {
            return record.message().payload().length;
        }
    }

    WaitingRoom(RouteState state, Moment start) {
        this.state = state;
        this.startedNanos = start.nanos();
    }

    /** @return whether the message has to wait, and does */
    boolean takes(Neighbour from, MessageRecord record, Moment now) {
        Guest guest = new Guest(from, record, now.nanos());
        if (!origins.contains(guest.origin()) && !mustWait(guest, now)) {
            return false;
        }
        if (guests.size() >= MAX_RECORDS || bytes + guest.size() > MAX_BYTES) {
            return false;
        }
        add(guest);
        return true;
    }

    private void add(Guest guest) {
        guests.add(guest);
        origins.add(guest.origin());
        bytes += guest.size();
    }

    private boolean mustWait(Guest guest, Moment now) {
        boolean early = now.nanos() - startedNanos < ACQUAINTANCE_NANOS;
        Predicate<String> isNotMet = target ->
                early && !state.nodes.isHere(target) && state.table.find(target).isEmpty();
        boolean late = now.nanos() - guest.sinceNanos() >= PATIENCE_NANOS;
        return !late
                && guest.record().targets().stream()
                        .anyMatch(target -> isNotMet.test(target) || state.nodes.isNotReady(target));
    }

    /** Passes on, in order, the messages that need not wait any longer. */
    void release(Moment now, BiConsumer<Neighbour, MessageRecord> take) {
        if (guests.isEmpty()) {
            return;
        }
        Deque<Guest> all = guests;
        guests = new ArrayDeque<>();
        origins.clear();
        bytes = 0;
        for (Guest guest : all) {
            if (origins.contains(guest.origin()) || mustWait(guest, now)) {
                add(guest);
            } else {
                take.accept(guest.from(), guest.record());
            }
        }
    }
}
