package org.c4igateway.lab.report;

import java.util.Locale;

/** Writes numbers for people, the same everywhere. */
public final class NumberText {
    private NumberText() {}

    /** Three significant digits or all before the point, thousands apart. */
    public static String text(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }

    /** The same of a value that is infinite when the run did not finish. */
    public static String orDnf(double value) {
        return Double.isInfinite(value) ? "DNF" : text(value);
    }

    /** A share with its sign; two digits. */
    public static String percent(double share) {
        if (Double.isNaN(share)) {
            return "–";
        }
        double percent = share * 100;
        return String.format(Locale.ROOT, percent < 9.95 ? "%.1f %%" : "%.0f %%", percent);
    }
}
