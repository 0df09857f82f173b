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
 * Messages that came over a link for systems that do not read in this domain yet: nodes that have not matched its
 * topics, and shortly after the start those that were not met. Messages of one origin keep their order: none passes
 * another that waits. On the way to another link, messages of an origin that may turn out to be a node wait as well,
 * since nodes send again what finds no room there. Bounded by number, bytes and time.
 */
final class WaitingRoom {
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** So long after the start an origin that is not known to be a node may still turn out to be one. */
    private static final long ORIGIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Longer than a node is given to match. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final int MAX_RECORDS = 20_000;
    private static final long MAX_BYTES = 16L << 20;

    private final RouteState state;
    private final long startedNanos;
    private Deque<Guest> guests = new ArrayDeque<>();
    private final Set<String> origins = new HashSet<>();
    private long bytes;

    /** What becomes of a message that came. */
    enum Reception {
        /** It need not wait. */
        PASSES,
        /** It waits here. */
        WAITS,
        /** It would have to wait, and there is no room. */
        FULL
    }

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

    /** A message came. */
    Reception receive(Neighbour from, MessageRecord record, Moment now) {
        Guest guest = new Guest(from, record, now.nanos());
        if (!origins.contains(guest.origin()) && !mustWait(guest, now)) {
            return Reception.PASSES;
        }
        if (guests.size() >= MAX_RECORDS || bytes + guest.size() > MAX_BYTES) {
            return Reception.FULL;
        }
        add(guest);
        return Reception.WAITS;
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
                        .anyMatch(target -> isNotMet.test(target)
                                || state.nodes.isNotReady(target)
                                || isStranger(guest, target, now));
    }

    private boolean isStranger(Guest guest, String target, Moment now) {
        boolean early = now.nanos() - startedNanos < ORIGIN_NANOS;
        return early
                && !state.isNode(guest.origin())
                && !state.nodes.isHere(target)
                && state.table.find(target).isPresent();
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
