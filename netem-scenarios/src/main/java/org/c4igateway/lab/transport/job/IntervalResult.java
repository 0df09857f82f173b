package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What a worker found in its interval.
 *
 * @param job number of the job
 * @param worker number of the worker
 * @param primes how many there are
 */
record IntervalResult(int job, int worker, long primes) {
    private static final int BYTES = 2 * Integer.BYTES + Long.BYTES;

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putInt(job)
                .putInt(worker)
                .putLong(primes)
                .array();
    }

    /** @throws IOException for bytes that are none */
    static IntervalResult read(byte[] bytes) throws IOException {
        if (bytes.length != BYTES) {
            throw new IOException("not a result of an interval: " + bytes.length + " B");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new IntervalResult(buffer.getInt(), buffer.getInt(), buffer.getLong());
    }
}
