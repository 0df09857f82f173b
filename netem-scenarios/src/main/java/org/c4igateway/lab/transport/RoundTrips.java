package org.c4igateway.lab.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.stats.Histograms;

/**
 * Asks and measures round trips, one under way at a time, by one clock. The next payload is sent by the thread in which
 * the answer to the one before arrived, so that no change of threads is measured. The first four bytes of a payload are
 * its number, big endian. An answer that comes too late, or twice, is dropped.
 */
final class RoundTrips implements Consumer<byte[]> {
    /** Bytes of a number, which is the least payload. */
    static final int NUMBER_BYTES = 4;

    private static final long WATCH_MILLIS = 20;
    private static final long MEETING_MILLIS = 100;
    private static final int MEETINGS = 300;
    private static final long LOST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final boolean reliable;
    private ByteBuffer payload = ByteBuffer.allocate(NUMBER_BYTES);
    private End end = new Silence();
    private Histogram nanos = Histograms.ofNanos();
    private int number;
    private int primers;
    private int left;
    private long sentAt;

    /** @param reliable whether every answer must come; else one that does not come for 200 ms counts as lost */
    RoundTrips(boolean reliable) {
        this.reliable = reliable;
    }

    /** Sends through it from now on. */
    synchronized void through(End opened) {
        end = opened;
    }

    /** Asks until the first answer comes: the partner may not know this end yet. */
    synchronized void meet() throws IOException, InterruptedException {
        for (int i = 0; i < MEETINGS; i++) {
            prepare(NUMBER_BYTES, 0, 1);
            ask();
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MEETING_MILLIS);
            while (left > 0 && System.nanoTime() < deadline) {
                wait(MEETING_MILLIS);
            }
            if (left == 0) {
                return;
            }
        }
        throw new IOException("no answer within " + MEETINGS * MEETING_MILLIS / 1_000 + " s");
    }

    /**
     * Blocks until so many were made.
     *
     * @return times of those that were answered, in nanoseconds
     * @throws IOException when a reliable answer does not come within 20 s
     */
    synchronized Histogram make(int bytes, int first, int count) throws IOException, InterruptedException {
        prepare(bytes, first, count);
        ask();
        while (left > 0) {
            wait(WATCH_MILLIS);
            long waiting = System.nanoTime() - sentAt;
            if (left > 0 && waiting > (reliable ? GIVE_UP_NANOS : LOST_NANOS)) {
                if (reliable) {
                    throw new IOException("no answer to " + bytes + " B within 20 s");
                }
                count();
                askNext();
            }
        }
        return nanos;
    }

    private void prepare(int bytes, int first, int count) {
        payload = ByteBuffer.allocate(bytes);
        nanos = Histograms.ofNanos();
        primers = first;
        left = count;
    }

    @Override
    public synchronized void accept(byte[] answer) {
        long now = System.nanoTime();
        if (left == 0 || answer.length < NUMBER_BYTES || ByteBuffer.wrap(answer).getInt() != number) {
            return;
        }
        if (primers == 0) {
            Histograms.recordNanos(nanos, now - sentAt);
        }
        count();
        try {
            askNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void count() {
        if (primers > 0) {
            primers--;
        } else {
            left--;
        }
    }

    private void askNext() throws IOException {
        if (left == 0) {
            notifyAll();
        } else {
            ask();
        }
    }

    private void ask() throws IOException {
        payload.putInt(0, ++number);
        sentAt = System.nanoTime();
        end.send(payload.array());
    }

    /** Before anything is open. */
    private static final class Silence implements End {
        @Override
        public void send(byte[] payload) {}

        @Override
        public void close() {}
    }
}
