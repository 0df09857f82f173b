package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;

/**
 * Knows per destination how receipts come in, and so when one is overdue. A receipt is overdue when it has not come for the
 * timeout and either none has come at all in that time or those of much later messages have; on a slow link where receipts
 * keep flowing, a long queue is not overdue. Keeps receipts that came after their message was forgotten, bounded. Used by one
 * thread; time is a parameter.
 */
final class ReceiptWatch {
    /** Most receipts kept per destination for rows that are read again. */
    static final int MAX_EARLY = 65_536;

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

    /** A receipt has come for a row that is not in memory. */
    void confirmedEarly(SystemName destination, long sequence) {
        Set<Long> early = of(destination).early;
        if (early.size() >= MAX_EARLY) {
            early.remove(early.iterator().next());
        }
        early.add(sequence);
    }

    /** @return whether a receipt for that row came before the row was read again; asked once per row */
    boolean takeEarly(SystemName destination, long sequence) {
        Progress p = progress.get(destination);
        return p != null && p.early.remove(sequence);
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

    /** The destination is read again because a receipt was overdue: be more patient next time. */
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
        private final Set<Long> early = new LinkedHashSet<>();
        private boolean any;
        private long newestConfirmedSentAtNanos;
        private long lastProgressNanos;
        private long timeoutNanos;

        Progress(long timeoutNanos) {
            this.timeoutNanos = timeoutNanos;
        }
    }
}
