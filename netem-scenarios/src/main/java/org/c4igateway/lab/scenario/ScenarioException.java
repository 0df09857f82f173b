package org.c4igateway.lab.scenario;

import java.util.List;

/** A scenario that cannot be used, with each problem as {@code FILE:LINE:COLUMN: what is wrong}. */
public final class ScenarioException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param problems each with its place, in the order of the file */
    public ScenarioException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
