package org.c4igateway.lab.report;

import java.util.Locale;

/** Round numbers along an axis. */
final class AxisTicks {
    private static final int WANTED = 6;

    private AxisTicks() {}

    /** 1, 2 or 5 times a power of ten, so that about six fit. */
    static double step(double most) {
        double rough = most / WANTED;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digit = rough / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    static String text(double value, double step) {
        int digits = Math.max(0, (int) -Math.floor(Math.log10(step)));
        return value >= 1e6
                ? String.format(Locale.ROOT, "%.1fM", value / 1e6)
                : String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
