package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.List;
import org.c4igateway.lab.net.NetworkPlan;

/**
 * One experiment.
 *
 * @param name such as {@code paper/loss}
 * @param title for people
 * @param network built for each run; links are not impaired, see {@link #networkFor}
 * @param cells what is compared
 * @param conditions under which
 * @param procedure how a run goes
 * @param goal what the report shows first, and what is expected of it
 */
public record Scenario(
        String name,
        Label title,
        NetworkPlan network,
        List<Cell> cells,
        List<Condition> conditions,
        Procedure procedure,
        Goal goal) {
    public Scenario {
        cells = List.copyOf(cells);
        conditions = List.copyOf(conditions);
    }

    /**
     * The network for runs of a cell under a condition: hosts that take part, as pods where it says so, and links that
     * can do what is asked of them.
     */
    public NetworkPlan networkFor(Condition condition, Cell cell) {
        NetworkPlan wired = NetworkReader.wired(network, condition)
                .withHosts(condition.systems())
                .withPods(condition.plumbing().orElse(NetworkPlan.Plumbing.HOST));
        return cell.carrier().joinsSites() ? wired.withSites() : wired;
    }

    /** What is measured. */
    public Layer layer() {
        return conditions.stream().anyMatch(condition -> condition.exchange().isPresent())
                ? Layer.TRANSPORT
                : Layer.ROWS;
    }

    /** Whether runs need a database server: for nodes, for the history service, or for what a receiver stores. */
    public boolean needsDatabase() {
        return conditions.stream()
                .anyMatch(condition -> condition
                        .exchange()
                        .map(exchange -> exchange.stores() || exchange.kind() instanceof Exchange.Kind.Durability)
                        .orElse(true));
    }

    /** What is measured. */
    public enum Layer {
        /** Rows from database to database, by nodes. */
        ROWS,
        /** Payloads from program to program. */
        TRANSPORT
    }

    /** The same with the counts for a look, where the layer has any. */
    public Scenario quickly() {
        return withConditions(conditions.stream().map(Condition::quickly).toList());
    }

    /** The same with these conditions only. */
    public Scenario withConditions(List<Condition> others) {
        return new Scenario(name, title, network, cells, others, procedure, goal);
    }

    /** The same with these cells only. */
    public Scenario withCells(List<Cell> others) {
        return new Scenario(name, title, network, others, conditions, procedure, goal);
    }

    /** The same with another time limit. */
    public Scenario withTimeLimit(Duration limit) {
        Procedure other = new Procedure(
                procedure.warmUpMessages(), limit, procedure.repetitions(), procedure.seed(), procedure.newcomer());
        return new Scenario(name, title, network, cells, conditions, other, goal);
    }

    /**
     * How a run goes.
     *
     * @param warmUpMessages messages exchanged over unimpaired links before anything counts
     * @param timeLimit after this a run has not finished
     * @param repetitions how often each cell runs under each condition
     * @param seed of everything that is drawn; each repetition has one of its own, the same for all cells
     * @param newcomer host whose node an event starts while the others run and know nothing of it; empty for none
     */
    public record Procedure(int warmUpMessages, Duration timeLimit, int repetitions, long seed, String newcomer) {}

    /**
     * What the report shows first, and what is expected.
     *
     * @param figure the figure, which bounds and expectations are about
     * @param paperFigure the figure that the paper gives
     * @param expectations each of which is met or not
     * @param statements what the paper says where it has no figures to compare with, its citation first
     */
    public record Goal(Figure figure, Figure paperFigure, List<Expectation> expectations, List<Label> statements) {
        public Goal {
            expectations = List.copyOf(expectations);
            statements = List.copyOf(statements);
        }
    }

    /**
     * Something expected of the median of a cell.
     *
     * @param cell its name
     * @param condition the condition's name; empty for each
     * @param kind what is compared
     * @param value with what
     * @param other another condition, for {@link Kind#TIMES_OTHER}, or another cell, for {@link Kind#TIMES_CELL};
     *     empty otherwise
     */
    public record Expectation(String cell, String condition, Kind kind, double value, String other) {
        /** What is compared. */
        public enum Kind {
            /** The figure is no less. */
            AT_LEAST,
            /** The figure is no more. */
            AT_MOST,
            /** The figure is at least this share of the bound. */
            SHARE_OF_BOUND,
            /** No program has more resident memory at once, in megabytes of 1,000,000 B. */
            RESIDENT,
            /**
             * The figure is at most so many times that under another condition; at least where more is better.
             */
            TIMES_OTHER,
            /**
             * The figure is at most so many times that of another cell, at each size of payload; at least where more is
             * better.
             */
            TIMES_CELL
        }
    }

    /** What the report shows first. */
    public enum Figure {
        /** Delivered messages per second, from the first that was visible to the last that was committed. */
        RATE("msg/s", true),
        /** Mean time of a message from the start of the process to its receipt, in seconds. */
        RECOVERY("s", false),
        /** Time from the start of a newcomer's node to its first row, in seconds. */
        ADDITION("s", false),
        /** Bits per second on the sender's link while messages flow. */
        BIT_RATE("bit/s", false),
        /** Bytes on the sender's link per message, whatever the number of receivers. */
        BYTES_PER_MESSAGE("B", false),
        /** Median time from visible to delivered, in seconds. */
        LATENCY("s", false),
        /** Mean round trip of the smallest payload between two programs, in microseconds. */
        ROUND_TRIP("us", false),
        /** Mean time of the smallest payload from before it is written until a reader has it, in microseconds. */
        FAN_LATENCY("us", false),
        /** Megabytes per second of a stream, chunks of the best size. */
        STREAM_RATE("MB/s", true),
        /** Time of a job with the most numbers, from the first interval to the last result, in seconds. */
        RUNTIME("s", false),
        /** Mean time of a write over all combinations of policies, in microseconds. */
        WRITE_TIME("us", false),
        /** Samples per second that arrived, from the first write to the last arrival. */
        SAMPLE_RATE("msg/s", true),
        /** Time until the ends of the most topics have met, in seconds. */
        MEETING_TIME("s", false);

        private final String unit;
        private final boolean moreIsBetter;

        Figure(String unit, boolean moreIsBetter) {
            this.unit = unit;
            this.moreIsBetter = moreIsBetter;
        }

        /** Its unit. */
        public String unit() {
            return unit;
        }

        /** Whether programs are measured, without nodes. */
        public boolean isOfTransport() {
            return switch (this) {
                case ROUND_TRIP, FAN_LATENCY, STREAM_RATE, RUNTIME, WRITE_TIME, SAMPLE_RATE, MEETING_TIME -> true;
                case RATE, RECOVERY, ADDITION, BIT_RATE, BYTES_PER_MESSAGE, LATENCY -> false;
            };
        }

        /** Whether a bound limits it from above. */
        public boolean moreIsBetter() {
            return moreIsBetter;
        }
    }
}
