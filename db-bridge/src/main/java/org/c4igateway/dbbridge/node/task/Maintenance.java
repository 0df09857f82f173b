package org.c4igateway.dbbridge.node.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs periodic tasks of a node, one after the other, on its own thread. A task that fails runs again at its next time
 * and shows as a loop whose turns fail.
 */
public final class Maintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final Duration longest;
    private final Loops loops;
    private final List<Loop> supervised = new ArrayList<>();
    private final ScheduledExecutorService thread;

    /**
     * @param name of the thread
     * @param longest time that all tasks together may take beyond the interval of one
     */
    public Maintenance(String name, Duration longest, Loops loops) {
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
        this.longest = longest;
        this.loops = loops;
    }

    /** Calls {@code task} once after a while, unless closed. It catches what it throws. */
    public void once(Runnable task, Duration delay) {
        try {
            var _ = thread.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed", e);
        }
    }

    /** Calls {@code task} periodically: soon, and then this long after the end of each call. */
    public void every(String name, Duration interval, Runnable task) {
        whenDue(name, interval, () -> {
            task.run();
            return true;
        });
    }

    /**
     * As {@link #every}, for a task that is not due at each call.
     *
     * @param task returns whether it was due; a call without work hides no failure of the one before
     */
    public synchronized void whenDue(String name, Duration interval, BooleanSupplier task) {
        Loop loop = loops.add(name, interval.plus(longest));
        supervised.add(loop);
        long first = Math.min(FIRST.toMillis(), interval.toMillis());
        var _ = thread.scheduleWithFixedDelay(
                () -> loop.attempt(() -> attempt(name, task)), first, interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Faults of the database are expected: they need no stack, and no restart. */
    private static boolean attempt(String name, BooleanSupplier task) {
        try {
            return task.getAsBoolean();
        } catch (GatewayException e) {
            LOG.warn("Maintenance ({}) failed and will be tried again: {}", name, e.getMessage());
            throw e;
        }
    }

    /** Ends all tasks without waiting for one that runs. */
    @Override
    public synchronized void close() {
        thread.shutdownNow();
        supervised.forEach(Loop::close);
    }
}
