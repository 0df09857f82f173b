package org.c4igateway.lab.run;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which run of an experiment.
 *
 * @param scenario name of the scenario
 * @param condition name of the condition
 * @param cell name of the cell
 * @param repetition from 1
 */
public record RunKey(String scenario, String condition, String cell, int repetition) {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:%/ -]*");

    /**
     * A name for files. Other characters than these are lost in it; then it ends with a number that tells names apart.
     */
    public String fileName() {
        String names = scenario + "_" + condition + "_" + cell;
        String text = names
                + (PLAIN.matcher(names).matches() ? "" : String.format(Locale.ROOT, "-%08x", names.hashCode()))
                + String.format(Locale.ROOT, "_%02d", repetition);
        return text.replaceAll("[^A-Za-z0-9_.-]+", "-");
    }

    @Override
    public String toString() {
        return scenario + ", " + condition + ", " + cell + ", repetition " + repetition;
    }
}
