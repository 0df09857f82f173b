package org.c4igateway.lab.chaos.days;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Moves the clocks of all systems a whole day ahead, again and again, from now until {@link #close}. */
public final class DayTurner implements AutoCloseable {
    private final List<SystemClocks> clocks;
    private final Consumer<String> teller;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable ExecutionException trouble;
    private volatile int turned;

    private DayTurner(Days days, List<SystemClocks> clocks, Consumer<String> teller) {
        this.clocks = List.copyOf(clocks);
        this.teller = teller;
        this.thread = Thread.ofPlatform().name("days").daemon().unstarted(() -> run(days));
    }

    /**
     * Begins, unless days are real.
     *
     * @param teller takes a line for each day
     */
    public static DayTurner start(Days days, List<SystemClocks> clocks, Consumer<String> teller) {
        DayTurner turner = new DayTurner(days, clocks, teller);
        if (days.areMoved()) {
            turner.thread.start();
        }
        return turner;
    }

    private void run(Days days) {
        long start = System.nanoTime();
        try {
            for (int day = 1; !closing.await(nanosUntil(start, days, day), TimeUnit.NANOSECONDS); day++) {
                turn(day);
                turned = day;
                teller.accept("day " + day + " begins");
            }
        } catch (ExecutionException e) {
            trouble = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** At once: a server that is being started holds up no other. */
    private void turn(int day) throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> turning = new ArrayList<>();
            for (SystemClocks system : clocks) {
                turning.add(threads.submit(() -> {
                    system.passDays(day);
                    return null;
                }));
            }
            for (Future<?> each : turning) {
                each.get();
            }
        }
    }

    private static long nanosUntil(long start, Days days, int day) {
        return start + Duration.ofSeconds(days.seconds()).multipliedBy(day).toNanos() - System.nanoTime();
    }

    /** How many days have passed. */
    public int turned() {
        return turned;
    }

    /** The clocks stay where they are. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ExecutionException stopped = trouble;
        if (stopped != null) {
            throw new IllegalStateException("the clocks cannot be moved", stopped);
        }
    }
}
