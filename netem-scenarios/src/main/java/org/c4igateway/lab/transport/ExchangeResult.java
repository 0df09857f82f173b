package org.c4igateway.lab.transport;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an exchange came to.
 *
 * @param steps by size of payload, ascending
 * @param programs what each program used in all steps
 */
public record ExchangeResult(List<Step> steps, Map<String, ProcessFigures> programs) {
    /** Mean round trip, or time from the write to a reader. */
    public static final String MEAN = "mean";
    /** Standard deviation of the same. */
    public static final String JITTER = "jitter";
    /** Mean time until the last of several readers has a sample. */
    public static final String SLOWEST = "slowest";

    public ExchangeResult {
        steps = List.copyOf(steps);
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
    }

    /**
     * One size of payload.
     *
     * @param bytes of the payload
     * @param asked round trips begun, or samples times readers, without primers
     * @param answered of those
     * @param micros figures of those that were answered, in microseconds, by name; without what is not known
     * @param cpuMicros processor time of all programs for one of them, primers and start of the step included
     * @param histogram of nanoseconds, compressed, in base 64; empty when there is none
     */
    public record Step(
            int bytes, long asked, long answered, Map<String, Double> micros, double cpuMicros, String histogram) {
        public Step {
            micros = Collections.unmodifiableMap(new LinkedHashMap<>(micros));
        }

        /** The figure of this name; no number when it is not known. */
        public double micros(String figure) {
            return micros.getOrDefault(figure, Double.NaN);
        }
    }

    /** Round trips, or samples times readers, of all steps. */
    public long asked() {
        return steps.stream().mapToLong(Step::asked).sum();
    }

    /** Those of them that were answered. */
    public long answered() {
        return steps.stream().mapToLong(Step::answered).sum();
    }
}
