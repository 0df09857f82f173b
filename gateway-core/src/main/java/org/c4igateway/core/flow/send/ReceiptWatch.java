package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;

/**
 * Decides for one destination whether a receipt is overdue. A receipt is overdue when it has not come within the
 * timeout and in that time either no receipt came or receipts of much later messages came. On a slow link with a steady
 * flow of receipts a long queue is not overdue. Also remembers, up to a bound, the rows that were sent and then dropped
 * from memory, which of them got a receipt since, and about which rows the destination was asked. Receipts for other
 * rows outside memory are ignored. Used by one thread; time is a parameter. The timeout doubles without a {@link
 * org.c4igateway.core.fault.BackOff}: it checks rows that were sent, and no thread waits for it.
 */
final class ReceiptWatch {
    /** Maximum number of remembered rows of each kind per destination. */
    static final int MAX_FORGOTTEN = 65_536;

    /** What is known of a row that is read. */
    enum Past {
        /** This process has not sent it, or has forgotten that. */
        UNKNOWN,
        /** It was sent before, and has no receipt. */
        SENT,
        /** Its receipt came after it was forgotten. */
        CONFIRMED
    }

    private final long baseTimeoutNanos;
    private final long maxTimeoutNanos;
    private final Map<SystemName, Progress> progress = new HashMap<>();

    ReceiptWatch(Duration timeout, Duration maxTimeout) {
        this.baseTimeoutNanos = timeout.toNanos();
        this.maxTimeoutNanos = maxTimeout.toNanos();
    }

    /** A receipt has come for a message that was sent at {@code sentAtNanos}. */
    void confirmed(SystemName destination, long sentAtNanos, long nowNanos) {
        Progress p = of(destination);
        p.newestConfirmedSentAtNanos = p.any ? Math.max(p.newestConfirmedSentAtNanos, sentAtNanos) : sentAtNanos;
        p.any = true;
        p.lastProgressNanos = nowNanos;
        p.timeoutNanos = baseTimeoutNanos;
    }

    /** A row that was sent is dropped from memory, to be read again. */
    void forgotten(SystemName destination, long sequence) {
        Progress p = of(destination);
        p.remember(p.forgotten, sequence);
    }

    /** @return whether the row may be one that was sent and of which not even that is remembered */
    boolean mayBeUnremembered(SystemName destination, long sequence) {
        return sequence <= of(destination).unrememberedUpTo;
    }

    /** Receipts came for rows. They count for remembered rows; the cost is proportional to the number of these. */
    void confirmedEarly(SystemName destination, SequenceRange range) {
        Progress p = of(destination);
        NavigableSet<Long> within = p.forgotten.subSet(range.first(), true, range.last(), true);
        within.forEach(sequence -> p.remember(p.confirmed, sequence));
        within.clear();
    }

    /** The destination is asked whether a row that has expired is there. */
    void asked(SystemName destination, long sequence) {
        addBounded(of(destination).asked, sequence);
    }

    /** @return whether it was asked and has not answered yet */
    boolean isAsked(SystemName destination, long sequence) {
        return of(destination).asked.contains(sequence);
    }

    /** It has answered, or has confirmed the row. */
    void answered(SystemName destination, long sequence) {
        of(destination).asked.remove(sequence);
    }

    /** @return what became of the row before it is read now; asked once per row */
    Past read(SystemName destination, long sequence) {
        Progress p = of(destination);
        if (p.confirmed.remove(sequence)) {
            return Past.CONFIRMED;
        }
        return p.forgotten.remove(sequence) ? Past.SENT : Past.UNKNOWN;
    }

    private static void addBounded(NavigableSet<Long> sequences, long sequence) {
        if (sequences.size() >= MAX_FORGOTTEN && !sequences.contains(sequence)) {
            sequences.pollFirst();
        }
        sequences.add(sequence);
    }

    boolean isOverdue(SystemName destination, long sentAtNanos, long nowNanos) {
        Progress p = of(destination);
        if (nowNanos - sentAtNanos <= p.timeoutNanos) {
            return false;
        }
        boolean silent = !p.any || nowNanos - p.lastProgressNanos > p.timeoutNanos;
        boolean overtaken = p.any && p.newestConfirmedSentAtNanos - sentAtNanos > p.timeoutNanos;
        return silent || overtaken;
    }

    /** The destination rewinds because a receipt was overdue. The next timeout is longer. */
    void rewound(SystemName destination, long nowNanos) {
        Progress p = of(destination);
        p.timeoutNanos = Math.min(maxTimeoutNanos, p.timeoutNanos * 2);
        p.lastProgressNanos = nowNanos;
    }

    /** The destination has a new epoch: what is known of the old one does not count. */
    void restarted(SystemName destination) {
        Progress p = of(destination);
        p.any = false;
        p.timeoutNanos = baseTimeoutNanos;
    }

    private Progress of(SystemName destination) {
        return progress.computeIfAbsent(destination, key -> new Progress(baseTimeoutNanos));
    }

    private static final class Progress {
        private final NavigableSet<Long> forgotten = new TreeSet<>();
        private final NavigableSet<Long> confirmed = new TreeSet<>();
        private final NavigableSet<Long> asked = new TreeSet<>();
        private boolean any;
        private long unrememberedUpTo = Long.MIN_VALUE;
        private long newestConfirmedSentAtNanos;
        private long lastProgressNanos;
        private long timeoutNanos;

        Progress(long timeoutNanos) {
            this.timeoutNanos = timeoutNanos;
        }

        /** Of rows that were sent the lowest goes when there are too many. */
        private void remember(NavigableSet<Long> sent, long sequence) {
            if (sent.size() >= MAX_FORGOTTEN && !sent.contains(sequence)) {
                unrememberedUpTo = Math.max(unrememberedUpTo, sent.first());
            }
            addBounded(sent, sequence);
        }
    }
}
