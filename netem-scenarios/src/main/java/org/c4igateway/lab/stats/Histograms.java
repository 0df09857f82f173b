package org.c4igateway.lab.stats;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of microseconds up to an hour, or of nanoseconds up to a minute, with three digits, as text. */
public final class Histograms {
    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private Histograms() {}

    /** An empty one. */
    public static Histogram create() {
        return new Histogram(LONGEST_MICROS, DIGITS);
    }

    /** An empty one of nanoseconds. */
    public static Histogram ofNanos() {
        return new Histogram(LONGEST_NANOS, DIGITS);
    }

    /** Records a time in nanoseconds; what is out of range counts as the nearest that is not. */
    public static void recordNanos(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    /** Records a time; what is out of range counts as the nearest that is not. */
    public static void record(Histogram histogram, long micros) {
        histogram.recordValue(Math.clamp(micros, 0, LONGEST_MICROS));
    }

    /** Compressed, in base 64. */
    public static String write(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        byte[] bytes = new byte[length];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Reads what {@link #write} wrote; empty text is an empty histogram. */
    public static Histogram read(String text) throws IOException {
        if (text.isEmpty()) {
            return create();
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(buffer, LONGEST_MICROS);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IOException("a histogram cannot be read: " + e.getMessage(), e);
        }
    }
}
