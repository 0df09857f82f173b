package org.c4igateway.lab.run;

import java.util.List;
import java.util.Map;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.transport.ExchangeResult;
import org.jspecify.annotations.Nullable;

/**
 * What one run came to. Times are seconds since the condition was set, unless they say otherwise.
 *
 * @param key which run
 * @param seed what was drawn from
 * @param outcome how it ended
 * @param detail why it failed or was impossible, or which program of the layer of transports did not finish
 * @param delivery what was delivered and when
 * @param links what the links did, by name and direction ({@code link forward})
 * @param hosts what passed the interfaces of hosts
 * @param stages times of a restarted node by stage; empty without a restart
 * @param addition what adding a system came to, see {@link Addition}; empty without one
 * @param exchange what programs exchanged; null in the layer of rows
 * @param circumstances under which it ran
 */
public record RunResult(
        RunKey key,
        long seed,
        Outcome outcome,
        String detail,
        Delivery delivery,
        Map<String, LinkReport> links,
        Map<String, Host.Traffic> hosts,
        Map<String, Double> stages,
        @Nullable Map<String, Double> addition,
        @Nullable ExchangeResult exchange,
        Circumstances circumstances) {
    public RunResult {
        links = Map.copyOf(links);
        hosts = Map.copyOf(hosts);
        stages = Map.copyOf(stages);
        addition = addition == null ? Map.of() : Map.copyOf(addition); // results of older releases have none
    }

    @Override
    public Map<String, Double> addition() {
        return addition == null ? Map.of() : addition;
    }

    /** Whether it counts for its cell. */
    public boolean saysSomething() {
        return outcome == Outcome.COMPLETED || outcome == Outcome.DNF;
    }

    /** How a run ended. */
    public enum Outcome {
        /** Everything was delivered. */
        COMPLETED,
        /** The time limit came first: did not finish. */
        DNF,
        /** Something broke that is no result: a process did not start, an audit found a fault. */
        FAILED,
        /** This machine lacks what the cell needs, such as a congestion control; says nothing about the cell. */
        IMPOSSIBLE
    }

    /**
     * What was delivered.
     *
     * @param expected messages times destinations
     * @param delivered of those, in inboxes
     * @param confirmed of those, with a receipt (or sent, when best effort)
     * @param firstVisible when the first row could be seen by a reader
     * @param lastVisible when the last could
     * @param firstDelivered when the first inbox row was committed
     * @param lastDelivered when the last was
     * @param lastConfirmed when the last final state was recorded
     * @param latency microseconds from intended time to inbox row, as a compressed histogram in base 64
     * @param roundTrip the same to the recorded receipt
     * @param faults what the row by row audit found besides messages that are missing; empty is good
     */
    public record Delivery(
            long expected,
            long delivered,
            long confirmed,
            double firstVisible,
            double lastVisible,
            double firstDelivered,
            double lastDelivered,
            double lastConfirmed,
            String latency,
            String roundTrip,
            List<String> faults) {
        /** Nothing. */
        public static final Delivery NOTHING = new Delivery(0, 0, 0, 0, 0, 0, 0, 0, "", "", List.of());

        public Delivery {
            faults = List.copyOf(faults);
        }

        /**
         * Delivered messages per second, from the first that could be seen to the last that was committed; 0 for none.
         */
        public double perSecond() {
            double seconds = lastDelivered - firstVisible;
            return delivered == 0 || seconds <= 0 ? 0 : delivered / seconds;
        }
    }

    /**
     * What one direction of a link did, by its counters.
     *
     * @param wantedBitsPerSecond rate that was set; 0 for none
     * @param wantedLoss share that was set
     * @param counters as counted
     * @param busiestBitsPerSecond highest rate over two seconds or more; 0 when the run was shorter
     */
    public record LinkReport(
            long wantedBitsPerSecond, double wantedLoss, DirectionCounters counters, double busiestBitsPerSecond) {}

    /**
     * Under which a run was made.
     *
     * @param startedAt ISO 8601
     * @param seconds it took with building up and tearing down
     * @param sideBySide runs that shared the machine when it began, itself included
     * @param loadAverage of the machine over a minute, when it ended
     * @param othersShare share of all processors' time that programs outside the lab and the kernel itself used
     *     meanwhile; negative when unknown
     */
    public record Circumstances(
            String startedAt, double seconds, int sideBySide, double loadAverage, double othersShare) {}
}
