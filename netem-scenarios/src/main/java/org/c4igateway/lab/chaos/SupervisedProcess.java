package org.c4igateway.lab.chaos;

import java.io.IOException;
import org.c4igateway.lab.testbed.RestartableProcess;

/**
 * A process that is started again when it ends by itself, as a service manager does. Thread-safe.
 *
 * @param <P> what it is
 */
final class SupervisedProcess<P extends RestartableProcess> {
    private P current;
    private boolean held = true;
    private int endedItself;

    /** Does not run, and is held until {@link #hold} with false. */
    SupervisedProcess(P current) {
        this.current = current;
    }

    /** The process. */
    synchronized P current() {
        return current;
    }

    /** Another process takes its place; returns the one before. */
    synchronized P replace(P next) {
        P before = current;
        current = next;
        return before;
    }

    /** Whether a fault keeps it down, so that {@link #revive} leaves it so. */
    synchronized void hold(boolean down) {
        held = down;
    }

    /** Starts it when it has ended by itself. */
    synchronized void revive() throws IOException {
        if (!held && !current.isAlive()) {
            endedItself++;
            current.start();
        }
    }

    /** How often it ended that no fault had ended. */
    synchronized int endedItself() {
        return endedItself;
    }

    /** Ends it for good. */
    synchronized void close() {
        held = true;
        current.close();
    }
}
