package org.c4igateway.core.testkit;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs calls at once, or holds them until a test lets them go. Used by one thread. */
public final class HeldCalls implements Executor {
    private final Queue<Runnable> held = new ArrayDeque<>();
    private boolean holding;

    @Override
    public void execute(Runnable call) {
        if (holding) {
            held.add(call);
        } else {
            call.run();
        }
    }

    /** From now on calls wait. */
    public void hold() {
        holding = true;
    }

    /** Runs those that wait; later ones run at once. */
    public void letGo() {
        holding = false;
        for (Runnable call = held.poll(); call != null; call = held.poll()) {
            call.run();
        }
    }

    /** @return how many wait */
    public int held() {
        return held.size();
    }
}
