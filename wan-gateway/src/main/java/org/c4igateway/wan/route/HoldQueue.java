package org.c4igateway.wan.route;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * Messages that came over a link for systems that do not read in this domain yet: nodes that have not matched its
 * topics, and shortly after the start those that were not met. Messages of one origin keep their order: none passes
 * another that waits. On the way to another link, messages of an origin that may turn out to be a node wait as well,
 * since nodes send again what finds no room there. Bounded by number, bytes and time.
 */
final class HoldQueue {
    private static final long ACQUAINTANCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** For this long after the start, an origin that is not known to be a node may still turn out to be one. */
    private static final long ORIGIN_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Longer than a node is given to match. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final int MAX_RECORDS = 20_000;
    private static final long MAX_BYTES = 16L << 20;

    private final RouteSite site;
    private final long startedNanos;
    private Deque<HeldMessage> held = new ArrayDeque<>();
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

    private record HeldMessage(Neighbour from, MessageRecord record, long sinceNanos) {
        String origin() {
            return record.message().origin();
        }

        int size() {
            return record.message().payload().length;
        }
    }

    HoldQueue(RouteSite site, ClockReading start) {
        this.site = site;
        this.startedNanos = start.nanos();
    }

    /** A message came. */
    Reception receive(Neighbour from, MessageRecord record, ClockReading now) {
        HeldMessage message = new HeldMessage(from, record, now.nanos());
        if (!origins.contains(message.origin()) && !mustWait(message, now)) {
            return Reception.PASSES;
        }
        if (held.size() >= MAX_RECORDS || bytes + message.size() > MAX_BYTES) {
            return Reception.FULL;
        }
        add(message);
        return Reception.WAITS;
    }

    private void add(HeldMessage message) {
        held.add(message);
        origins.add(message.origin());
        bytes += message.size();
    }

    private boolean mustWait(HeldMessage message, ClockReading now) {
        boolean early = now.nanos() - startedNanos < ACQUAINTANCE_NANOS;
        Predicate<String> isNotMet = target -> early
                && !site.nodes().isHere(target)
                && site.table().find(target).isEmpty();
        boolean late = now.nanos() - message.sinceNanos() >= PATIENCE_NANOS;
        return !late
                && message.record().targets().stream()
                        .anyMatch(target -> isNotMet.test(target)
                                || site.nodes().isNotReady(target)
                                || isStranger(message, target, now));
    }

    private boolean isStranger(HeldMessage message, String target, ClockReading now) {
        boolean early = now.nanos() - startedNanos < ORIGIN_NANOS;
        return early
                && !site.isNode(message.origin())
                && !site.nodes().isHere(target)
                && site.table().find(target).isPresent();
    }

    /** Passes on, in order, the messages that need not wait any longer. */
    void release(ClockReading now, BiConsumer<Neighbour, MessageRecord> take) {
        if (held.isEmpty()) {
            return;
        }
        Deque<HeldMessage> all = held;
        held = new ArrayDeque<>();
        origins.clear();
        bytes = 0;
        for (HeldMessage message : all) {
            if (origins.contains(message.origin()) || mustWait(message, now)) {
                add(message);
            } else {
                take.accept(message.from(), message.record());
            }
        }
    }
}
