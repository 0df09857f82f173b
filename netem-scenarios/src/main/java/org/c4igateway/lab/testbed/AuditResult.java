package org.c4igateway.lab.testbed;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What an audit found.
 *
 * @param reliable messages of reliable topics submitted, per destination
 * @param delivered of those, found in the destination's inbox exactly once with identical bytes
 * @param bestEffortSent messages of best-effort topics submitted, per destination
 * @param bestEffortReceived of those, found in the inbox
 * @param faultCount what must not be
 * @param faults the first fault of each kind and pair, in words
 * @param latency microseconds from outbox row to inbox row, reliable topics
 * @param undisturbed the same for what arrived before the disturbance
 */
public record AuditResult(
        long reliable,
        long delivered,
        long bestEffortSent,
        long bestEffortReceived,
        Faults faultCount,
        List<String> faults,
        Histogram latency,
        Histogram undisturbed) {
    private static final long MICROSECONDS_MAX = 3_600_000_000L;
    private static final int DIGITS = 3;

    public AuditResult {
        faults = List.copyOf(faults);
    }

    /** How many of each kind. */
    public record Faults(long lost, long doubled, long altered, long outOfOrder, long unknown) {
        static final Faults NONE = new Faults(0, 0, 0, 0, 0);

        /** All together. */
        public long total() {
            return lost + doubled + altered + outOfOrder + unknown;
        }

        Faults plus(Faults other) {
            return new Faults(
                    lost + other.lost,
                    doubled + other.doubled,
                    altered + other.altered,
                    outOfOrder + other.outOfOrder,
                    unknown + other.unknown);
        }
    }

    /** Nothing was looked at. */
    public static AuditResult empty() {
        return new AuditResult(0, 0, 0, 0, Faults.NONE, List.of(), newHistogram(), newHistogram());
    }

    static Histogram newHistogram() {
        return new Histogram(MICROSECONDS_MAX, DIGITS);
    }

    /** Both together. */
    public AuditResult plus(AuditResult other) {
        List<String> all = new ArrayList<>(faults);
        all.addAll(other.faults);
        return new AuditResult(
                reliable + other.reliable,
                delivered + other.delivered,
                bestEffortSent + other.bestEffortSent,
                bestEffortReceived + other.bestEffortReceived,
                faultCount.plus(other.faultCount),
                all,
                sum(latency, other.latency),
                sum(undisturbed, other.undisturbed));
    }

    private static Histogram sum(Histogram one, Histogram other) {
        Histogram sum = one.copy();
        sum.add(other);
        return sum;
    }

    /** Whether every reliable message arrived once, unchanged and in order, and nothing arrived that was not sent. */
    public boolean clean() {
        return faultCount.total() == 0 && delivered == reliable;
    }
}
