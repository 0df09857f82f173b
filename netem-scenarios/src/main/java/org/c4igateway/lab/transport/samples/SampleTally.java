package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Counts what arrives. Safe for concurrent use. */
final class SampleTally implements Consumer<byte[]> {
    private final SampleTexts texts;
    private final LongSupplier nanos;
    private final BitSet primers = new BitSet();
    private final BitSet counted = new BitSet();
    private boolean met;
    private long doubled;
    private long lastNanos;

    /** @param nanos clock of this machine */
    SampleTally(SampleTexts texts, LongSupplier nanos) {
        this.texts = texts;
        this.nanos = nanos;
    }

    /**
     * What has arrived until now.
     *
     * @param met whether the way between the programs is open
     * @param primers of them, each once
     * @param counted samples that count, each once
     * @param doubled arrivals of samples that had arrived before
     * @param lastNanos when the last new sample that counts arrived; 0 before the first
     */
    record Count(boolean met, int primers, int counted, long doubled, long lastNanos) {
        String text() {
            return met + " " + primers + " " + counted + " " + doubled + " " + lastNanos;
        }

        /** @param line as {@link #text} writes it, behind one word */
        static Count parse(String line) throws IOException {
            String[] words = line.split(" ", -1);
            if (words.length != 6 || !words[0].equals(SamplesProgram.GOT)) {
                throw new IOException("not what has arrived: " + line);
            }
            return new Count(
                    Boolean.parseBoolean(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]),
                    Long.parseLong(words[4]),
                    Long.parseLong(words[5]));
        }
    }

    /** @throws IllegalStateException for what is no sample */
    @Override
    public void accept(byte[] bytes) {
        long now = nanos.getAsLong();
        if (Arrays.equals(bytes, SampleTexts.HELLO)) {
            meet();
        } else {
            add(texts.place(bytes), now);
        }
    }

    private synchronized void meet() {
        met = true;
    }

    private synchronized void add(SampleTexts.Place place, long now) {
        BitSet kind = place.primes() ? primers : counted;
        if (kind.get(place.number())) {
            doubled++;
            return;
        }
        kind.set(place.number());
        lastNanos = place.primes() ? lastNanos : now;
    }

    synchronized Count count() {
        return new Count(met, primers.cardinality(), counted.cardinality(), doubled, lastNanos);
    }
}
