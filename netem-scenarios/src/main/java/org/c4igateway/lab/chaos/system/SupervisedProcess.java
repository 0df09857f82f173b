package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import org.c4igateway.lab.testbed.RestartableProcess;

/**
 * A process that is started again when it ends by itself, as a service manager does. Thread-safe.
 *
 * @param <P> what it is
 */
public final class SupervisedProcess<P extends RestartableProcess> {
    private P current;
    private int holds = 1;
    private int endedItself;

    /** Does not run, and is held until {@link #release}. */
    SupervisedProcess(P current) {
        this.current = current;
    }

    /** The process. */
    public synchronized P current() {
        return current;
    }

    /** Another process takes its place; returns the one before. */
    synchronized P replace(P next) {
        P before = current;
        current = next;
        return before;
    }

    /** A fault keeps it down from now on, so that {@link #revive} leaves it so. Several may at once. */
    public synchronized void hold() {
        holds++;
    }

    /** A fault no longer keeps it down; it is started if no other fault keeps it down and it does not run. */
    public synchronized void release() throws IOException {
        holds--;
        if (holds == 0 && !current.isAlive()) {
            current.start();
        }
    }

    /** Starts it when it has ended by itself. */
    synchronized void revive() throws IOException {
        if (holds == 0 && !current.isAlive()) {
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
        holds++;
        current.close();
    }
}
