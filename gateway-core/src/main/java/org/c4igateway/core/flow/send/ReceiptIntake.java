package org.c4igateway.core.flow.send;

import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.flow.send.group.SendGroups;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes receipts from the transport's threads to the rows of one group. A receipt counts only for rows that this
 * process has sent. Rows that an earlier process sent are sent again and get another receipt. {@link #offer} may be
 * called by any thread, everything else by the group's.
 */
final class ReceiptIntake {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiptIntake.class);
    private static final int MAX_QUEUED = 4_096;
    /**
     * Largest number of sequences of one receipt that are looked up one by one. For more, the waiting rows are scanned,
     * so that the cost does not depend on the receipt.
     */
    private static final int MAX_NUMBERS = 4_096;

    private final BlockingQueue<Receipt> receipts = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final SendGroups groups;
    private final ReceiptWatch watch;
    private final DeliveryRecorder recorder;
    private final LongSupplier nanoTime;

    ReceiptIntake(SendGroups groups, ReceiptWatch watch, DeliveryRecorder recorder, LongSupplier nanoTime) {
        this.groups = groups;
        this.watch = watch;
        this.recorder = recorder;
        this.nanoTime = nanoTime;
    }

    /** Never blocks: when too many wait the receipt is dropped, and the rows are sent and confirmed again. */
    void offer(Receipt receipt) {
        if (!receipts.offer(receipt)) {
            LOG.warn("Too many receipts waiting; dropped one of {}", receipt.receiver());
        }
    }

    /** @return how many receipts were applied */
    int takeAll() {
        int taken = 0;
        for (Receipt receipt = receipts.poll(); receipt != null; receipt = receipts.poll()) {
            apply(receipt);
            taken++;
        }
        return taken;
    }

    /** Settles an entry that was read again for the destinations whose receipt came before that. */
    void settleEarly(SendGroup sendGroup, OutstandingRow outstandingRow) {
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            switch (watch.read(destination, outstandingRow.message().id().sequence())) {
                case CONFIRMED -> {
                    watch.answered(destination, outstandingRow.message().id().sequence());
                    recorder.settle(sendGroup, outstandingRow, destination, null);
                }
                case SENT -> outstandingRow.markSentBefore(destination);
                case UNKNOWN -> {}
            }
        }
    }

    private void apply(Receipt receipt) {
        SystemName destination = receipt.receiver();
        long numbers = 0;
        NavigableSet<Long> waiting = null;
        for (SequenceRange range : receipt.delivered()) {
            watch.confirmedEarly(destination, range);
            numbers += Math.min(range.count(), MAX_NUMBERS);
            if (numbers < MAX_NUMBERS) {
                confirmEach(destination, range);
            } else {
                waiting = waiting == null ? waitingFor(destination) : waiting;
                confirmWithin(destination, range, waiting);
            }
        }
        boolean kept = true;
        for (Rejection rejection : receipt.rejected()) {
            kept &= refused(destination, rejection);
        }
        if (!kept) {
            LOG.warn("Rows that {} has accepted later stay rejected here: too many wait to be written", destination);
        }
    }

    /** @return whether the answer is kept; false when too many of its kind wait to be written */
    private boolean refused(SystemName destination, Rejection rejection) {
        if (rejection.code() == ErrorCode.TAKEN_AFTER_ALL) {
            confirm(destination, rejection.sequence(), null);
            return recorder.takenAfterAll(destination, rejection.sequence());
        }
        confirm(destination, rejection.sequence(), new Refusal(rejection.code(), rejection.detail()));
        return true;
    }

    private void confirmEach(SystemName destination, SequenceRange range) {
        for (long i = 0; i < range.count(); i++) {
            confirm(destination, range.first() + i, null);
        }
    }

    private void confirmWithin(SystemName destination, SequenceRange range, NavigableSet<Long> waiting) {
        NavigableSet<Long> within = waiting.subSet(range.first(), true, range.last(), true);
        within.forEach(sequence -> confirm(destination, sequence, null));
        within.clear();
    }

    private NavigableSet<Long> waitingFor(SystemName destination) {
        NavigableSet<Long> waiting = new TreeSet<>();
        groups.all().forEach(sendGroup -> sendGroup.waitingFor(destination).forEach(waiting::add));
        return waiting;
    }

    private void confirm(SystemName destination, long sequence, @Nullable Refusal refusal) {
        for (SendGroup sendGroup : groups.all()) {
            OutstandingRow outstandingRow = sendGroup.find(sequence);
            if (outstandingRow != null
                    && outstandingRow.waiting().contains(destination)
                    && outstandingRow.wasSentTo(destination)) {
                watch.answered(destination, sequence);
                if (outstandingRow.isSent()) {
                    watch.confirmed(destination, outstandingRow.sentAtNanos(), nanoTime.getAsLong());
                }
                recorder.settle(sendGroup, outstandingRow, destination, refusal);
            }
        }
    }
}
