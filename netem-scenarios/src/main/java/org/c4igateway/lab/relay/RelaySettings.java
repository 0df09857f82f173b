package org.c4igateway.lab.relay;

import java.util.Locale;

/**
 * What one direction of a relay does. All values are numbers so that they travel as one line of text:
 * {@code RATE QUEUE LOSS BURST BEFORE DELAY JITTER REORDER DUPLICATION CORRUPTION}.
 *
 * @param bitsPerSecond 0 for no limit
 * @param queuePackets packets that wait for the link
 * @param loss share of packets that vanish
 * @param meanBurst mean number of packets lost in a row
 * @param lossBeforeShaper whether they vanish before they use link time
 * @param delayNanos constant time under way
 * @param jitterNanos standard deviation of the rest
 * @param mayReorder whether packets may overtake
 * @param duplication share of packets that arrive twice
 * @param corruption share of packets that arrive with one bit flipped
 */
public record RelaySettings(
        long bitsPerSecond,
        int queuePackets,
        double loss,
        double meanBurst,
        boolean lossBeforeShaper,
        long delayNanos,
        long jitterNanos,
        boolean mayReorder,
        double duplication,
        double corruption) {
    /** Passes everything on at once. */
    public static final RelaySettings CLEAR = new RelaySettings(0, 1_000, 0, 1, false, 0, 0, false, 0, 0);

    private static final int FIELDS = 10;

    /** As one line. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%d %d %.9f %.6f %b %d %d %b %.9f %.9f",
                bitsPerSecond,
                queuePackets,
                loss,
                meanBurst,
                lossBeforeShaper,
                delayNanos,
                jitterNanos,
                mayReorder,
                duplication,
                corruption);
    }

    /** @throws IllegalArgumentException when the line is not what {@link #text} writes */
    public static RelaySettings parse(String text) {
        String[] fields = text.strip().split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("expected " + FIELDS + " fields, got " + fields.length);
        }
        return new RelaySettings(
                Long.parseLong(fields[0]),
                Integer.parseInt(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Boolean.parseBoolean(fields[4]),
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                Boolean.parseBoolean(fields[7]),
                Double.parseDouble(fields[8]),
                Double.parseDouble(fields[9]));
    }
}
