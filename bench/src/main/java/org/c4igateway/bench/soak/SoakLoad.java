package org.c4igateway.bench.soak;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.bench.database.Database;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.jspecify.annotations.Nullable;

/**
 * Submits at a rate fixed in advance (open loop), in a thread of its own from {@link #start} to {@link #stop}: what the
 * database held up is submitted as soon as it takes rows again. Thread-safe.
 */
final class SoakLoad {
    private static final int MAX_AT_ONCE = 1_000;
    private static final Duration TICK = Duration.ofMillis(20);

    private final InterfaceDatabase from;
    private final String to;
    private final double perSecond;
    private final byte[] payload;
    private final AtomicLong submitted = new AtomicLong();
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
    private final Thread thread = Thread.ofPlatform().name("soak-load").unstarted(this::run);
    private volatile long startNanos;
    private volatile boolean ending;

    SoakLoad(InterfaceDatabase from, String to, double perSecond, byte[] payload) {
        this.from = from;
        this.to = to;
        this.perSecond = perSecond;
        this.payload = payload;
    }

    void start() {
        startNanos = System.nanoTime();
        thread.start();
    }

    /** Rows submitted. */
    long submitted() {
        return submitted.get();
    }

    /** Rows that were due and are not submitted. */
    long late() {
        return Math.max(0, due() - submitted.get());
    }

    /** @throws IllegalStateException when submitting failed, now or before */
    void stop() throws InterruptedException {
        ending = true;
        thread.join();
        requireWorking();
    }

    /** @throws IllegalStateException when submitting failed */
    void requireWorking() {
        Exception failed = fault.get();
        if (failed != null) {
            throw new IllegalStateException("submitting to " + from.system() + " failed", failed);
        }
    }

    private long due() {
        return (long) ((System.nanoTime() - startNanos) / 1e9 * perSecond);
    }

    private void run() {
        try (Connection connection = from.openApp()) {
            connection.setAutoCommit(false);
            while (!ending) {
                int count = (int) Math.min(MAX_AT_ONCE, late());
                if (count > 0) {
                    Database.submit(connection, to, count, payload);
                    connection.commit();
                    submitted.addAndGet(count);
                } else {
                    Pause.of(TICK);
                }
            }
        } catch (SQLException e) {
            fault.set(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fault.set(e);
        }
    }
}
