package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread of the lease whose task does not end by itself. */
class LeaseThreadEndTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void release() {
        goOn.countDown();
    }

    @Test
    void interruptsWhatDoesNotEndInTime() {
        LeaseNotices.finish(stuck(), 0);

        awaitInterrupt();
    }

    @Test
    void interruptsAtOnceWhenWhoeverWaitsIsInterrupted() {
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            LeaseNotices.finish(stuck(), Integer.MAX_VALUE);
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        await().atMost(PATIENCE).until(() -> caller.getState() == Thread.State.TIMED_WAITING);

        caller.interrupt();

        await().atMost(PATIENCE).until(() -> !caller.isAlive());
        awaitInterrupt();
        assertThat(interrupted).isTrue();
    }

    private void awaitInterrupt() {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).containsExactly("stuck", "interrupted"));
    }

    /** @return a thread at a task that does not end by itself */
    private ExecutorService stuck() {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        thread.execute(() -> {
            events.add("stuck");
            try {
                goOn.await();
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        });
        await().atMost(PATIENCE).until(() -> events.contains("stuck"));
        return thread;
    }
}
