package org.c4igateway.core.flow;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongSupplier;
import org.c4igateway.core.flow.PayloadCheck.Refusal;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receipts on their way from the transport's threads to the rows of one group. {@link #offer} may be called by any thread,
 * everything else by the group's.
 */
final class ReceiptIntake {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiptIntake.class);
    private static final int MAX_QUEUED = 4_096;

    private final BlockingQueue<Receipt> receipts = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final LaneSet lanes;
    private final ReceiptWatch watch;
    private final DeliveryRecorder recorder;
    private final LongSupplier nanoTime;

    ReceiptIntake(LaneSet lanes, ReceiptWatch watch, DeliveryRecorder recorder, LongSupplier nanoTime) {
        this.lanes = lanes;
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
    void settleEarly(Lane lane, Entry entry) {
        for (SystemName destination : List.copyOf(entry.waiting())) {
            if (watch.takeEarly(destination, entry.message().id().sequence())) {
                recorder.settle(lane, entry, destination, null);
            }
        }
    }

    private void apply(Receipt receipt) {
        SystemName destination = receipt.receiver();
        for (SequenceRange range : receipt.delivered()) {
            if (range.count() > ReceiptWatch.MAX_EARLY) {
                LOG.warn("Ignored a receipt of {} for {} rows at once", destination, range.count());
                continue;
            }
            for (long sequence = range.first(); sequence <= range.last(); sequence++) {
                confirm(destination, sequence, null);
            }
        }
        receipt.rejected()
                .forEach(rejection ->
                        confirm(destination, rejection.sequence(), new Refusal(rejection.code(), rejection.detail())));
    }

    private void confirm(SystemName destination, long sequence, @Nullable Refusal refusal) {
        boolean found = false;
        for (Lane lane : lanes.lanes()) {
            Entry entry = lane.find(sequence);
            if (entry != null && entry.waiting().contains(destination)) {
                if (entry.isSent()) {
                    watch.confirmed(destination, entry.sentAtNanos(), nanoTime.getAsLong());
                }
                recorder.settle(lane, entry, destination, refusal);
                found = true;
            }
        }
        if (!found && refusal == null) {
            watch.confirmedEarly(destination, sequence);
        }
    }
}
