package org.c4igateway.lab.advise;

import org.c4igateway.lab.run.RunResult;

/**
 * One run, as a line of {@code results.csv} tells it.
 *
 * @param place which cell under which condition
 * @param repetition from 1
 * @param outcome how it ended
 * @param expected messages times destinations; 0 for a run that was not measured
 * @param perSecond messages delivered a second
 * @param p99Millis 99th percentile of the latency; not a number when nothing arrived
 * @param source file, commit and day, for people
 */
record Trial(
        Place place,
        int repetition,
        RunResult.Outcome outcome,
        long expected,
        double perSecond,
        double p99Millis,
        Source source) {
    /** A cell under a condition of a scenario. */
    record Place(String scenario, String condition, String cell) {}

    /**
     * Where it stands.
     *
     * @param file the table
     * @param commit that was measured; empty when unknown
     * @param madeAgain names of runs of this experiment that failed and were made again; empty for none
     */
    record Source(String file, String commit, String madeAgain) {}

    /** Whether this transport made it. */
    boolean isOf(Advisable candidate) {
        return place.cell().equals(candidate.cell());
    }

    /** Whether it counts for its cell. */
    boolean counts() {
        return outcome == RunResult.Outcome.COMPLETED || outcome == RunResult.Outcome.DNF;
    }

    /** Whether it came to its end, and the audit found a fault. */
    boolean isFaulty() {
        return outcome == RunResult.Outcome.FAILED && expected > 0;
    }

    /** Whether it failed before anything was measured. */
    boolean isBroken() {
        return outcome == RunResult.Outcome.FAILED && expected == 0;
    }

    /** The figure by which transports are ranked: more messages a second, or a lower percentile when paced. */
    double figure(boolean paced) {
        double figure = paced ? p99Millis : perSecond;
        if (outcome != RunResult.Outcome.COMPLETED || Double.isNaN(figure)) {
            return paced ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return figure;
    }
}
