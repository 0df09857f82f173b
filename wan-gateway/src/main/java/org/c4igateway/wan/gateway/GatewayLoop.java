package org.c4igateway.wan.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.route.outlet.ClockReading;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread on which router and links live, behind a {@link WorkQueue}. A piece of work that throws an exception is a
 * defect of that piece: it is logged, and the loop goes on. Anything else that is thrown ends the loop, and with it the
 * process.
 */
public final class GatewayLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLoop.class);
    /** Of the thread, in health too. */
    static final String NAME = "wan-loop";
    /** Longest time between two turns. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int BATCH = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Longer than opening or closing a link takes. */
    private static final Duration CALL = Duration.ofSeconds(60);

    private final InstantSource time;
    private final PeriodicWork pulse;
    private final Loops loops;
    private final WorkQueue queue = new WorkQueue();
    private final Thread thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::live);

    /** A task for the loop's thread. */
    @FunctionalInterface
    public interface Work {
        void run(ClockReading now);
    }

    /** Work that is due between two events. */
    public interface PeriodicWork {
        /**
         * Does what is due.
         *
         * @return when to be called again at the latest, {@link System#nanoTime}
         */
        long beat(ClockReading now);
    }

    /** @param loops show from {@link #start} on whether it turns */
    public GatewayLoop(InstantSource time, PeriodicWork pulse, Loops loops) {
        this.time = time;
        this.pulse = pulse;
        this.loops = loops;
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** The time, by both clocks. */
    public ClockReading now() {
        Instant wall = time.instant();
        return new ClockReading(System.nanoTime(), TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano());
    }

    /** Queues a message; blocks while there is no room for its precedence. Work is dropped when the loop has ended. */
    public void put(Precedence precedence, Work work, int bytes) {
        queue.put(precedence, work, bytes);
    }

    /** Queues a datagram. @return false when it was dropped because there is no room */
    boolean offer(Work work, int bytes) {
        return queue.offer(work, bytes);
    }

    /** Queues control that its source repeats when it was not taken. @return false when there is no room */
    boolean repeat(Work work) {
        return queue.repeat(work);
    }

    /** Queues control; never blocks. */
    public void force(Work work) {
        var _ = queue.force(work);
    }

    /**
     * Does control and waits for its end.
     *
     * @throws IllegalStateException when the loop has ended or does not come to it
     */
    void call(Work work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        boolean queued = queue.force(now -> {
            try {
                work.run(now);
                done.complete(null);
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        if (!queued) {
            throw new IllegalStateException("the gateway's thread has ended");
        }
        await(done);
    }

    private void await(CompletableFuture<Void> done) {
        for (int second = 0; second < CALL.toSeconds(); second++) {
            try {
                done.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                if (!thread.isAlive()) {
                    break;
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for the gateway's thread", e);
            }
        }
        throw new IllegalStateException("the gateway's thread did not run the task in time");
    }

    private void live() {
        Loop loop = loops.add(NAME, SILENCE);
        try {
            loop.live(() -> run(loop));
        } finally {
            queue.close();
        }
    }

    private void run(Loop loop) {
        long wakeNanos = System.nanoTime();
        while (true) {
            Work next = queue.take(wakeNanos);
            for (int i = 0; next != null && i < BATCH; i++) {
                guarded(next);
                next = queue.poll();
            }
            if (next != null) {
                guarded(next);
            }
            if (queue.isDone()) {
                return;
            }
            wakeNanos = beat(loop);
        }
    }

    private void guarded(Work work) {
        try {
            work.run(now());
        } catch (RuntimeException e) {
            LOG.error("a task of the gateway failed", e);
        }
    }

    /** A pulse that fails each time is none: the loop does not count as turning then. */
    private long beat(Loop loop) {
        long[] next = {System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10)};
        var _ = loop.turn(() -> next[0] = pulse.beat(now()));
        return next[0];
    }

    /** Ends the thread after what is queued; waits for that for a moment. Idempotent. */
    @Override
    public void close() {
        queue.close();
        try {
            if (thread.isAlive() && !thread.join(PATIENCE)) {
                LOG.error("the gateway's thread does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
