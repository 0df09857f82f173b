package org.c4igateway.dbbridge.lease;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.watch.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the listener, in order, on a separate thread, because starting the data path may take longer than the lease may
 * be silent. Thread-safe.
 */
final class LeaseNotices {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseNotices.class);
    private static final int PATIENCE_SECONDS = 30;

    private final LeaseListener listener;
    private final Runnable onFailure;
    private final Loop supervised;
    private final Loop preparing;
    private final ExecutorService thread;
    private boolean toldActive;

    /**
     * @param onFailure called when the listener failed to become active; the caller then gives the lease back
     * @param supervised turns with each notice
     * @param preparing turns with each preparation, which may take longer
     * @param name of the thread
     */
    LeaseNotices(LeaseListener listener, Runnable onFailure, Loop supervised, Loop preparing, String name) {
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
        this.listener = listener;
        this.supervised = supervised;
        supervised.rest();
        this.preparing = preparing;
        preparing.rest();
        this.onFailure = onFailure;
    }

    /** Has no effect once this was closed. */
    void activated(long epoch) {
        execute(() -> {
            toldActive = true;
            boolean prepared = preparing.turn(listener::prepare);
            preparing.rest();
            if (!prepared || !supervised.turn(() -> listener.activated(epoch))) {
                LOG.error("Becoming active failed; the node gives the lease back");
                onFailure.run();
            }
            supervised.rest();
        });
    }

    /** Has no effect once this was closed: the listener knows then. */
    void stoodDown(String reason) {
        execute(() -> standDown(reason));
    }

    /** @return false when this was closed */
    private boolean execute(Runnable task) {
        try {
            thread.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("The lease is closed", e);
            return false;
        }
    }

    /**
     * Runs a task where no notice is under way. If it fails, the lease is given back. Waits until the task has ended.
     * Does nothing when the task does not begin within the patience, or this was closed.
     */
    void between(Duration patience, Runnable task) {
        AtomicBoolean claimed = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        try {
            boolean queued = execute(() -> {
                if (claimed.compareAndSet(false, true)) {
                    try {
                        turn(task);
                    } finally {
                        ended.countDown();
                    }
                }
            });
            if (queued
                    && !ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)
                    && !claimed.compareAndSet(false, true)) {
                ended.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn(Runnable task) {
        if (!supervised.turn(task)) {
            onFailure.run();
        }
        supervised.rest();
    }

    /**
     * Notifies the listener, unless it knows already, that the node is no longer active. Waits for the call, at most 30
     * s.
     */
    void close(String reason) {
        stoodDown(reason);
        finish(thread, PATIENCE_SECONDS);
        supervised.close();
        preparing.close();
    }

    /** Waits until a thread has finished its tasks. */
    static void finish(ExecutorService thread, int patienceSeconds) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patienceSeconds, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void standDown(String reason) {
        if (!toldActive) {
            return;
        }
        toldActive = false;
        if (!supervised.turn(() -> listener.stoodDown(reason))) {
            LOG.error("Standing down failed");
        }
        supervised.rest();
    }
}
