package org.c4igateway.cli.base;

import java.io.PrintWriter;

/** One line that moves on a terminal and is silent elsewhere. Belongs to one thread. */
public final class ProgressLine {
    private static final int WIDTH = 24;

    private final PrintWriter err;
    private final boolean interactive;
    private boolean shown;

    /** @param interactive whether a terminal is attached; see {@link #isInteractive()} */
    public ProgressLine(PrintWriter err, boolean interactive) {
        this.err = err;
        this.interactive = interactive;
    }

    /** Whether the launcher found a terminal at standard error. */
    public static boolean isInteractive() {
        return Boolean.getBoolean("c4i.interactive");
    }

    /** Shows that {@code done} of {@code total} are done. */
    public void show(String what, long done, long total) {
        if (!interactive) {
            return;
        }
        int filled = (int) (WIDTH * Math.min(done, total) / Math.max(total, 1));
        err.print("\r\u001b[K" + what + " [" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + done + "/"
                + total);
        err.flush();
        shown = true;
    }

    /** Removes the line, so that the next output starts at column one. */
    public void clear() {
        if (shown) {
            err.print("\r\u001b[K");
            err.flush();
            shown = false;
        }
    }
}
