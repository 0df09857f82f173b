package org.c4igateway.lab.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs of a transport that failed, so that they have no figure.
 *
 * @param candidate the transport
 * @param faulty runs in which messages were lost, doubled or altered, or that failed the audit otherwise: a result
 * @param broken runs that were not measured, such as those in which a process did not start
 */
record FailedRuns(Advisable candidate, long faulty, long broken) {
    /** Of all trials of a link; empty when none of this transport failed. */
    static Optional<FailedRuns> of(Advisable candidate, List<Trial> all) {
        List<Trial> mine = all.stream().filter(trial -> trial.isOf(candidate)).toList();
        FailedRuns runs = new FailedRuns(
                candidate,
                mine.stream().filter(Trial::isFaulty).count(),
                mine.stream().filter(Trial::isBroken).count());
        return runs.faulty + runs.broken == 0 ? Optional.empty() : Optional.of(runs);
    }

    /** How many of which kind. */
    String text() {
        List<String> parts = new ArrayList<>();
        if (faulty > 0) {
            parts.add("audit failed " + faulty);
        }
        if (broken > 0) {
            parts.add("broke " + broken);
        }
        return String.join(", ", parts);
    }
}
