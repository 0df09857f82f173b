package org.c4igateway.lab.chaos.days;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Moves the clocks of all systems a whole day ahead, again and again, from now until {@link #close}. */
public final class DayTurner implements AutoCloseable {
    private final List<SystemClocks> clocks;
    private final Consumer<String> teller;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile @Nullable IOException trouble;

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
                for (SystemClocks system : clocks) {
                    system.passDays(day);
                }
                teller.accept("day " + day + " begins");
            }
        } catch (IOException e) {
            trouble = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long nanosUntil(long start, Days days, int day) {
        return start + Duration.ofSeconds(days.seconds()).multipliedBy(day).toNanos() - System.nanoTime();
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
        IOException stopped = trouble;
        if (stopped != null) {
            throw new UncheckedIOException("the clocks cannot be moved", stopped);
        }
    }
}
