package org.c4igateway.dbbridge.lease;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.watch.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listener, in order, on a thread of its own: starting a gateway may take longer than a lease may be silent.
 * Thread-safe.
 */
final class LeaseNotices {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseNotices.class);
    private static final int PATIENCE_SECONDS = 30;

    private final LeaseListener listener;
    private final Runnable onFailure;
    private final Loop supervised;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("c4i-lease-listener").daemon().factory());
    private boolean toldActive;

    /** @param onFailure called when the listener could not take being active; the lease is to be left then */
    LeaseNotices(LeaseListener listener, Runnable onFailure, Loop supervised) {
        this.listener = listener;
        this.supervised = supervised;
        supervised.rest();
        this.onFailure = onFailure;
    }

    void activated(long epoch) {
        thread.execute(() -> {
            toldActive = true;
            if (!supervised.turn(() -> listener.activated(epoch))) {
                LOG.error("Becoming active failed, the lease is given back");
                onFailure.run();
            }
            supervised.rest();
        });
    }

    void stoodDown(String reason) {
        thread.execute(() -> standDown(reason));
    }

    /**
     * Tells that the bridge is not active any more, unless it knows, and waits until it has been told, at most 30 s.
     */
    void close(String reason) {
        stoodDown(reason);
        finish(thread, PATIENCE_SECONDS);
        supervised.close();
    }

    /** Lets a thread finish what it was given. */
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
