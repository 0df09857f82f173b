package org.c4igateway.lab.transport;

import com.fasterxml.jackson.annotation.JsonAlias;
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
    /** Of a stream: megabytes of 1,000,000 B per second, from its first chunk until the receiver has all of it. */
    public static final String RATE = "MB/s";
    /** Of a stream: the same time in seconds. Of a job: from the first interval until the master has all results. */
    public static final String SECONDS = "seconds";
    /** Of a stream: longest time in seconds in which the receiver acknowledged nothing. */
    public static final String GAP = "gap s";
    /** Of a stream: megabytes that were sent more than once. */
    public static final String REPEATED = "repeated MB";
    /** Of a job: seconds from the end of a worker until its replacement has its interval from the middleware. */
    public static final String REJOINED = "rejoin s";
    /** Of a job: how many primes were counted. */
    public static final String PRIMES = "primes";

    public ExchangeResult {
        steps = List.copyOf(steps);
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
    }

    /**
     * One size of payload, or one job.
     *
     * @param bytes of the payload; of a job the number up to which primes are counted
     * @param asked round trips begun, or samples times readers, without primers; chunks of a stream; intervals of a job
     * @param answered of those
     * @param figures of those that were answered, by name, in microseconds where the name does not say otherwise;
     *     without what is not known
     * @param cpuMicros processor time of all programs for one of them, primers and start of the step included
     * @param histogram of nanoseconds, compressed, in base 64; empty when there is none
     */
    public record Step(
            int bytes,
            long asked,
            long answered,
            @JsonAlias("micros") Map<String, Double> figures,
            double cpuMicros,
            String histogram) {
        public Step {
            figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        }

        /** The figure of this name; no number when it is not known. */
        public double figure(String name) {
            return figures.getOrDefault(name, Double.NaN);
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
