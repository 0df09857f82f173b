package org.c4igateway.core.simulation;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs actors one at a time. Each has a virtual thread, but only the one that holds the turn runs; it gives the turn
 * back at every port call where the world says so. So an actor may stand anywhere between two port calls while others
 * go on, and a run depends on nothing but its seed.
 */
final class Turns {
    private final Thread owner = Thread.currentThread();
    private volatile @Nullable Actor running;
    private @Nullable Throwable failure;

    /** Ends the thread of an actor whose process has been killed; no product code may catch it. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** One thread of a process. */
    final class Actor {
        private final Thread thread;
        private volatile boolean killed;
        private volatile boolean ended;
        private long dueNanos;

        private Actor(Runnable life) {
            this.thread = Thread.ofVirtual().unstarted(() -> live(life));
        }

        boolean isDue(long nowNanos) {
            return !ended && nowNanos - dueNanos >= 0;
        }

        boolean hasEnded() {
            return ended;
        }

        /** Its process is killed: it never gets beyond the port call where it stands. */
        void kill() {
            if (!ended) {
                killed = true;
                resume(this);
            }
        }

        private void live(Runnable life) {
            try {
                awaitTurn();
                life.run();
            } catch (Killed e) {
                // its process is gone
            } catch (RuntimeException | Error e) {
                failure = e;
            } finally {
                ended = true;
                running = null;
                LockSupport.unpark(owner);
            }
        }

        private void awaitTurn() {
            while (running != this) {
                LockSupport.park(Turns.this);
            }
            if (killed) {
                throw new Killed();
            }
        }
    }

    /** @param life ends with its actor; runs from the next {@link #resume} on */
    Actor spawn(Runnable life) {
        Actor actor = new Actor(life);
        actor.thread.start();
        return actor;
    }

    /** Lets an actor go on until it gives the turn back. */
    void resume(Actor actor) {
        Actor before = running;
        if (before != null) {
            throw new IllegalStateException("an actor resumes another");
        }
        running = actor;
        LockSupport.unpark(actor.thread);
        while (running != null) {
            LockSupport.park(this);
        }
        if (failure != null) {
            throw new AssertionError("defect: " + failure, failure);
        }
    }

    /** The running actor gives the turn back until that time. Does nothing outside actors. */
    void pauseUntil(long dueNanos) {
        Actor me = running;
        if (me == null) {
            return;
        }
        me.dueNanos = dueNanos;
        running = null;
        LockSupport.unpark(owner);
        me.awaitTurn();
    }
}
