package org.c4igateway.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What has arrived and is not stored yet, in order, bounded by number and bytes. Whoever brings something never waits:
 * a full reader would hold the writers back, and with them the nodes. Any thread brings, one takes.
 */
final class Arrivals {
    private static final int BATCH = 512;

    private final LinkedBlockingQueue<Heard> waiting;
    private final AtomicLong bytes = new AtomicLong();
    private final long mostBytes;
    private final HistoryMeters meters;

    Arrivals(int mostSamples, long mostBytes, HistoryMeters meters) {
        this.meters = meters;
        this.waiting = new LinkedBlockingQueue<>(mostSamples);
        this.mostBytes = mostBytes;
    }

    /** @return whether there was room, as there is for one that is larger than the bound alone; else it is not kept */
    boolean offer(Heard heard) {
        long size = heard.bytes();
        long all = bytes.addAndGet(size);
        boolean fits = all <= mostBytes || all == size;
        if (fits && waiting.offer(heard)) {
            return true;
        }
        bytes.addAndGet(-size);
        meters.lost(HistoryMeters.FULL);
        return false;
    }

    /** Waits for the first. @return the next ones in order; none when nothing came within the patience */
    List<Heard> take(Duration patience) throws InterruptedException {
        List<Heard> batch = new ArrayList<>();
        Heard first = waiting.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            batch.add(first);
            waiting.drainTo(batch, BATCH - 1);
            bytes.addAndGet(-batch.stream().mapToLong(Heard::bytes).sum());
        }
        return batch;
    }

    /** Counts a sample that DDS has lost or that is none. */
    void lost(String reason, int number) {
        meters.lost(reason, number);
    }

    int size() {
        return waiting.size();
    }
}
