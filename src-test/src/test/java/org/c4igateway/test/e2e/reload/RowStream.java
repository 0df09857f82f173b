package org.c4igateway.test.e2e.reload;

import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.Samples;

/** A server that submits rows to one destination without a pause until it is told to end. */
final class RowStream {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int BATCH = 50;
    private static final int MAX_BATCHES = 600;
    /** Rows that wait, as while the path is closed; more are submitted when it is open again. */
    private static final int ROOM = 500;

    private final C4iServer from;
    private final String to;
    private final long seed;
    private final AtomicInteger batches = new AtomicInteger();
    private final CompletableFuture<Void> thread;
    private volatile boolean ending;

    /** @param seed below 1000, another one for each stream */
    RowStream(C4iServer from, String to, long seed) {
        this.from = from;
        this.to = to;
        this.seed = seed * 1_000;
        // The common pool has one thread on a small machine, and a test that waits for the end of a process needs it.
        this.thread = CompletableFuture.runAsync(
                this::submit,
                task -> Thread.ofPlatform().daemon().name("rows for " + to).start(task));
    }

    private void submit() {
        try {
            while (!ending && batches.get() < MAX_BATCHES) {
                from.submitAll(Samples.load(BATCH, seed + batches.get()), to);
                var _ = batches.incrementAndGet();
                await("room").atMost(PATIENCE).until(() -> ending || from.pending() < ROOM);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until it has submitted more. */
    void awaitMore() {
        int before = batches.get();
        await("more rows").atMost(PATIENCE).until(() -> batches.get() > before || batches.get() == MAX_BATCHES);
    }

    void end() {
        ending = true;
        thread.join();
    }
}
