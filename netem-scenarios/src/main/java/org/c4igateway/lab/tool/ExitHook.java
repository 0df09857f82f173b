package org.c4igateway.lab.tool;

import java.io.IOException;

/**
 * Closes something when a signal ends this process, unless it was closed and the hook forgotten before. Thread-safe.
 */
public final class ExitHook {
    private final Thread thread;

    /** What is to be done. */
    @FunctionalInterface
    public interface Closing {
        /** Idempotent. */
        void close() throws IOException;
    }

    /** Does nothing before {@link #register}. */
    public ExitHook(Closing closing) {
        this.thread = Thread.ofPlatform().unstarted(() -> close(closing));
    }

    /** From now on. */
    public void register() {
        Runtime.getRuntime().addShutdownHook(thread);
    }

    /** Removes the hook. Has no effect while a signal ends this process, because the hook runs then or has run. */
    public void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
            // as described
        }
    }

    /** At this point there is no log and no caller. */
    private static void close(Closing closing) {
        try {
            closing.close();
        } catch (IOException e) {
            System.err.println("c4i: " + e.getMessage() + "; run `c4i lab clean`");
        }
    }
}
