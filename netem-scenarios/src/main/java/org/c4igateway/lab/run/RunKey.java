package org.c4igateway.lab.run;

import java.util.Locale;

/**
 * Which run of an experiment.
 *
 * @param scenario name of the scenario
 * @param condition name of the condition
 * @param cell name of the cell
 * @param repetition from 1
 */
public record RunKey(String scenario, String condition, String cell, int repetition) {
    /** A name for files. */
    public String fileName() {
        String text = scenario + "_" + condition + "_" + cell + "_" + String.format(Locale.ROOT, "%02d", repetition);
        return text.replaceAll("[^A-Za-z0-9_.-]+", "-");
    }

    @Override
    public String toString() {
        return scenario + ", " + condition + ", " + cell + ", repetition " + repetition;
    }
}
