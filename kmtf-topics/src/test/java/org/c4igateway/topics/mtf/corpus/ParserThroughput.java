package org.c4igateway.topics.mtf.corpus;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.ParseOptions;

/** Measures how fast one thread reads a corpus again and again. One measurement at a time. */
public final class ParserThroughput {

    /** What is measured. */
    public enum Mode {
        /** {@link MtfParser#parse}: the model with its offsets, strings not yet made. */
        PARSE,
        /** {@link MtfParser#check}: the verdict only. */
        CHECK
    }

    /**
     * One result.
     *
     * @param messages messages read in the measured time
     * @param bytes their bytes
     * @param accepted messages accepted, so that the work cannot be optimised away
     * @param elapsed measured time
     */
    public record Result(long messages, long bytes, long accepted, Duration elapsed) {
        /** Megabytes (10^6) per second. */
        public double megabytesPerSecond() {
            return bytes / 1e6 / (elapsed.toNanos() / 1e9);
        }

        public double messagesPerSecond() {
            return messages / (elapsed.toNanos() / 1e9);
        }
    }

    private final MtfCorpus corpus;
    private final ParseOptions options;
    private final LongSupplier nanoTime;

    /**
     * A measurement of a corpus.
     *
     * @param nanoTime clock in nanoseconds, {@code System::nanoTime} outside tests
     */
    public ParserThroughput(MtfCorpus corpus, ParseOptions options, LongSupplier nanoTime) {
        this.corpus = corpus;
        this.options = options;
        this.nanoTime = nanoTime;
    }

    /**
     * Reads the whole corpus at least once and until the time is over, in the calling thread. Warm up by a first call.
     */
    public Result run(Mode mode, Duration atLeast) {
        long start = nanoTime.getAsLong();
        long messages = 0;
        long accepted = 0;
        long elapsed;
        do {
            for (byte[] message : corpus.messages()) {
                accepted += read(mode, message) ? 1 : 0;
            }
            messages += corpus.messages().size();
            elapsed = nanoTime.getAsLong() - start;
        } while (elapsed < atLeast.toNanos());
        long bytes = messages / corpus.messages().size() * corpus.totalBytes();
        return new Result(messages, bytes, accepted, Duration.ofNanos(elapsed));
    }

    private boolean read(Mode mode, byte[] message) {
        return switch (mode) {
            case PARSE -> MtfParser.parse(message, options).accepted();
            case CHECK -> MtfParser.check(message, options).accepted();
        };
    }
}
