package org.c4igateway.lab.transport;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an exchange came to.
 *
 * @param steps by size of payload, ascending; none where policies are tried
 * @param programs what each program used in all steps
 * @param policies what combinations of policies came to, in the order of the scenario; none in other workloads
 */
public record ExchangeResult(
        List<Step> steps,
        Map<String, ProcessFigures> programs,
        @Nullable List<Policies> policies) {
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
    /** Of a stream that is stored: rows per second, one for each chunk, until the last of them is committed. */
    public static final String STORED = "stored rows/s";
    /** Of samples: those that arrived, each once, per second from the first write to the last arrival. */
    public static final String SAMPLES = "msg/s";
    /** Of samples: how many of a hundred did not arrive. */
    public static final String LOST = "lost %";
    /** Of samples: bytes of Ethernet frames that left the sender's host for each, before the link lost any. */
    public static final String SENT = "sent B";
    /** Of samples: bytes of Ethernet frames that came back to the sender's host for each. */
    public static final String RETURNED = "returned B";
    /** Of samples: arrivals of one that had arrived before. */
    public static final String DOUBLED = "doubled";

    public ExchangeResult {
        steps = List.copyOf(steps);
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
        policies = policies == null ? List.of() : List.copyOf(policies); // results of older releases have none
    }

    /** Of a workload in which no policies are tried. */
    public ExchangeResult(List<Step> steps, Map<String, ProcessFigures> programs) {
        this(steps, programs, List.of());
    }

    @Override
    public List<Policies> policies() {
        return policies == null ? List.of() : policies;
    }

    /**
     * One size of payload, or one job.
     *
     * @param bytes of the payload; of a job the number up to which primes are counted
     * @param asked round trips begun, or samples, times readers where there are several, without primers; chunks of a
     *     stream; intervals of a job
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

    /**
     * What one combination of policies came to.
     *
     * @param name of the combination, such as {@code persistent, reliable, keep-last 8}
     * @param writing how its writer went
     * @param joins what late readers got, in the order of joining
     */
    public record Policies(String name, Writing writing, List<Join> joins) {
        public Policies {
            joins = List.copyOf(joins);
        }

        /** What breaks a promise, with the name of the combination; empty when all are kept. */
        public List<String> faults() {
            List<String> faults = new ArrayList<>();
            if (!writing.fault().isEmpty()) {
                faults.add(name + ": " + writing.fault());
            }
            joins.stream()
                    .filter(join -> !join.fault().isEmpty())
                    .forEach(join -> faults.add(name + ", reader " + join.when() + ": " + join.fault()));
            return faults;
        }
    }

    /**
     * How a writer went.
     *
     * @param meanMicros of a write
     * @param longestMillis of all writes
     * @param blockingMillis its max_blocking_time
     * @param timedOut writes that found no room within it, and were tried again
     * @param fault how this breaks the policy; empty when it is kept
     */
    public record Writing(
            double meanMicros, double longestMillis, double blockingMillis, long timedOut, String fault) {}

    /**
     * What one late reader got.
     *
     * @param when it joined
     * @param must numbers of the samples that had to arrive, as ranges, or {@code none}
     * @param may numbers that were allowed to; {@code ≤8: 1-500} for at most eight of them
     * @param count samples that arrived
     * @param first number of the first of them; 0 for none
     * @param last number of the last of them
     * @param ordered whether each number is greater than the one before
     * @param missing numbers between the first and the last that did not arrive
     * @param fault how this breaks the policies; empty when they are kept
     */
    public record Join(
            String when,
            String must,
            String may,
            long count,
            long first,
            long last,
            boolean ordered,
            long missing,
            String fault) {}

    /** Round trips, or samples times readers, of all steps; late readers of all policies. */
    public long asked() {
        return steps.stream().mapToLong(Step::asked).sum()
                + policies().stream().mapToLong(tried -> tried.joins().size()).sum();
    }

    /** Those of them that were answered; those that got what the policies promise. */
    public long answered() {
        return steps.stream().mapToLong(Step::answered).sum()
                + policies().stream()
                        .flatMap(tried -> tried.joins().stream())
                        .filter(join -> join.fault().isEmpty())
                        .count();
    }

    /** What breaks the promise of a policy, with its place. */
    public List<String> faults() {
        return policies().stream().flatMap(tried -> tried.faults().stream()).toList();
    }
}
