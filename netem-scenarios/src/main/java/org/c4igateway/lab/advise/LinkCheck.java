package org.c4igateway.lab.advise;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the advice for a link stands against runs that were not used to make it.
 *
 * @param regret what the choice gives away; empty when a transport has too few runs
 * @param failed runs of the link that failed, by transport
 */
public record LinkCheck(Optional<Regret> regret, List<FailedRuns> failed) {
    public LinkCheck {
        failed = List.copyOf(failed);
    }

    /** Whether the choice gives away no more than a tenth, and no run of any transport failed. */
    public boolean isGood() {
        return regret.filter(Regret::isTolerable).isPresent() && failed.isEmpty();
    }

    /** In words, with the runs that failed. */
    public String verdict() {
        String choice = regret.map(found -> found.isTolerable() ? "within a tenth" : "WRONG")
                .orElse("not measured");
        return failed.isEmpty()
                ? choice
                : choice + "; FAILED: "
                        + failed.stream()
                                .map(runs -> runs.candidate().cell() + ", " + runs.text())
                                .collect(Collectors.joining("; "));
    }
}
