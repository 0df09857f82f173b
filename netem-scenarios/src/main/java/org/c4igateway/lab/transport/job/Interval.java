package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What one worker tests in one job: odd numbers from the first to the last, in steps. Where the number of workers is a
 * power of two all find about as many primes, and divide about as often: every odd residue modulo a power of two holds
 * primes, and they spread evenly over such residues (prime number theorem for arithmetic progressions). One of three
 * workers would have multiples of three only.
 *
 * @param job number of the job
 * @param worker number of the worker, from 0
 * @param first number, odd
 * @param step from a number to the next, even
 * @param last no number is greater
 */
record Interval(int job, int worker, int first, int step, int last) {
    private static final int BYTES = 5 * Integer.BYTES;

    /**
     * The interval of a worker: 2i + 1 and the odd numbers after it, each as many odd numbers further as there are
     * workers. Two, the even prime, is in no interval.
     *
     * @param numbers up to which primes are counted
     */
    static Interval of(int job, int worker, int workers, int numbers) {
        return new Interval(job, worker, 2 * worker + 1, 2 * workers, numbers);
    }

    /** Its first numbers: this share of them. */
    Interval beginning(double share) {
        int count = last < first ? 0 : (last - first) / step + 1;
        int kept = (int) Math.round(count * share);
        return new Interval(job, worker, first, step, first + (kept - 1) * step);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putInt(job)
                .putInt(worker)
                .putInt(first)
                .putInt(step)
                .putInt(last)
                .array();
    }

    /** @throws IOException for bytes that are none */
    static Interval read(byte[] bytes) throws IOException {
        if (bytes.length != BYTES) {
            throw new IOException("not an interval: " + bytes.length + " B");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Interval(buffer.getInt(), buffer.getInt(), buffer.getInt(), buffer.getInt(), buffer.getInt());
    }
}
