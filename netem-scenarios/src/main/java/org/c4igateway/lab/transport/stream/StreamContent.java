package org.c4igateway.lab.transport.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of a stream, a function of their place, so that any part can be made again. Each eight bytes are the output
 * of SplitMix64 for their number (G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
 * OOPSLA 2014).
 *
 * @param seed of the stream
 */
record StreamContent(long seed) {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    /**
     * Writes bytes of the stream.
     *
     * @param at place in the stream
     * @param into buffer that is filled up to its limit
     */
    void write(long at, ByteBuffer into) {
        into.order(ByteOrder.LITTLE_ENDIAN);
        long number = at / Long.BYTES;
        int skipped = (int) (at % Long.BYTES);
        if (skipped > 0) {
            write(mixed(number++) >>> (skipped * Byte.SIZE), Long.BYTES - skipped, into);
        }
        while (into.remaining() >= Long.BYTES) {
            into.putLong(mixed(number++));
        }
        write(mixed(number), into.remaining(), into);
    }

    private static void write(long word, int bytes, ByteBuffer into) {
        long rest = word;
        for (int i = 0; i < bytes && into.hasRemaining(); i++) {
            into.put((byte) rest);
            rest >>>= Byte.SIZE;
        }
    }

    private long mixed(long number) {
        long z = seed + (number + 1) * GAMMA;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
