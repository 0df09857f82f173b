package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.PlannedFault;

/** Halves the faults of a run that failed, as long as one half alone makes a run fail. */
public final class Shrinking {
    private final Trial trial;

    public Shrinking(Trial trial) {
        this.trial = trial;
    }

    /** Tells whether a plan fails. */
    public interface Trial {
        boolean fails(ChaosPlan plan) throws IOException, SQLException, InterruptedException;
    }

    /**
     * The smallest plan found that fails.
     *
     * @param failed one that did
     */
    public ChaosPlan shrink(ChaosPlan failed) throws IOException, SQLException, InterruptedException {
        ChaosPlan smallest = failed;
        boolean smaller = true;
        while (smaller && smallest.faults().size() > 1) {
            smaller = false;
            int half = smallest.faults().size() / 2;
            for (List<PlannedFault> part : List.of(
                    smallest.faults().subList(0, half),
                    smallest.faults().subList(half, smallest.faults().size()))) {
                ChaosPlan plan = smallest.with(part);
                if (!smaller && trial.fails(plan)) {
                    smallest = plan;
                    smaller = true;
                }
            }
        }
        return smallest;
    }
}
