package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.watch.Loop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one {@link OutboundSender} on its own thread: without pause while there is work, with a pause when there is
 * none, and with growing pauses while the database is not available. A fatal fault ends the thread and is reported.
 */
final class SenderThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SenderThread.class);
    /** Longest turn: it waits for the database and for one send at a time, and each of these gives up earlier. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** How long pauses stay short after the last work, unless nothing is left and the signal tells of each commit. */
    private static final long FAST_NANOS = Duration.ofMillis(150).toNanos();
    /** One reads, one writes final states. */
    private static final int PARALLEL_CALLS = 2;

    private static final int IDLE_SECONDS = 10;

    private final String name;
    private final Function<Executor, OutboundSender> factory;
    private final FlowSettings settings;
    private final OutboxSignal signal;
    private final OutboundMeters meters;
    private final Consumer<GatewayException> onFatal;
    private final Loop supervised;
    private final Semaphore wakeUps = new Semaphore(0);
    private final CountDownLatch stopRequested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private final ThreadPoolExecutor parallelCalls;
    /** Those that came before the outbox could be read. */
    private final List<SystemName> newcomers = new ArrayList<>();

    private volatile @Nullable OutboundSender group;
    private volatile long drainDeadlineNanos;

    /** @param factory makes the sender; its argument runs calls of the database beside the turns */
    SenderThread(
            String name,
            Function<Executor, OutboundSender> factory,
            DataPathParts parts,
            OutboxSignal signal,
            OutboundMeters meters,
            Consumer<GatewayException> onFatal) {
        this.name = name;
        this.factory = factory;
        this.settings = parts.settings();
        this.signal = signal;
        this.meters = meters;
        this.onFatal = onFatal;
        this.supervised = parts.loops().add("sender " + name, PATIENCE);
        supervised.rest();
        this.thread = Thread.ofPlatform().name("c4i-out-" + name).unstarted(this::run);
        this.parallelCalls = parallelCalls(thread.getName());
    }

    /** Threads that end when there is nothing to do. A call that comes after the end runs on the caller's. */
    private static ThreadPoolExecutor parallelCalls(String name) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                PARALLEL_CALLS,
                PARALLEL_CALLS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name(name + "-db-", 1).factory(),
                (call, pool) -> call.run());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    void start() {
        thread.start();
    }

    /** Ends the current pause, because rows may have come or a peer may be reachable. Any thread, does not block. */
    void wake() {
        OutboundSender running = group;
        if (running != null) {
            running.rowsMayHaveCome();
        }
        endPause();
    }

    private void endPause() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    /** Sends to one more destination. Any thread; once for each, after {@link #start}. */
    synchronized void add(SystemName destination) {
        OutboundSender running = group;
        if (running == null) {
            newcomers.add(destination);
        } else {
            running.add(destination);
            endPause();
        }
    }

    private synchronized void runs(OutboundSender running) {
        newcomers.forEach(running::add);
        newcomers.clear();
        group = running;
    }

    void onReceipt(Receipt receipt) {
        OutboundSender running = group;
        if (running != null) {
            running.onReceipt(receipt);
            endPause();
        }
    }

    /** Stops reading and waits until what was sent is confirmed, for at most {@code patience}. */
    void drain(Duration patience) {
        drainDeadlineNanos = System.nanoTime() + patience.toNanos();
        stopRequested.countDown();
        endPause();
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            if (!ended.await(patience.toMillis() + settings.maxRetryPause().toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Sender {} did not end in time. Rows in flight stay pending", name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the threads that still run; {@link #drain} first. */
    @Override
    public void close() {
        stopRequested.countDown();
        thread.interrupt();
        parallelCalls.shutdownNow();
        supervised.close();
        meters.close();
    }

    private boolean isStopping() {
        return stopRequested.getCount() == 0;
    }

    /** Runs a call beside the sender, which goes on when it has come back. */
    private void runBeside(Runnable call) {
        parallelCalls.execute(() -> {
            call.run();
            endPause();
        });
    }

    private void run() {
        try {
            OutboundSender running = retrying(() -> factory.apply(this::runBeside));
            runs(running);
            loop(running);
            retrying(() -> {
                running.finish();
                return running;
            });
            supervised.close();
        } catch (InterruptedException e) {
            LOG.info("Sender {} interrupted", name);
            supervised.close();
        } catch (GatewayException.Fatal e) {
            supervised.end(String.valueOf(e.getMessage()));
            LOG.error("Sender {} stopped: {}. {}", name, e.getMessage(), e.remedy());
            onFatal.accept(e);
        } catch (RuntimeException | Error e) {
            supervised.end(String.valueOf(e));
            LOG.error("Sender {} stopped by a defect", name, e);
            onFatal.accept(new GatewayException.Fatal(
                    ErrorCode.DEFECT,
                    "sender " + name + ": " + e,
                    "Restart the node and report the stack trace in its log",
                    e));
        } finally {
            ended.countDown();
        }
    }

    private void loop(OutboundSender running) throws InterruptedException {
        long lastWorkNanos = System.nanoTime();
        while (!isDone(running)) {
            if (isStopping()) {
                running.stopReading();
            }
            int work = retrying(running::turn);
            long now = System.nanoTime();
            if (work > 0) {
                lastWorkNanos = now;
            } else if (!isDone(running)) {
                boolean isQuiet = now - lastWorkNanos >= FAST_NANOS || (signal.tellsEachCommit() && running.isIdle());
                pause(isQuiet ? running.untilIdlePoll() : settings.fastPoll());
            }
        }
    }

    /** Until something wakes it; while it stops, no longer than there is patience. */
    private void pause(Duration longest) throws InterruptedException {
        long nanos = longest.toNanos();
        if (isStopping()) {
            nanos = Math.min(nanos, drainDeadlineNanos - System.nanoTime());
        }
        if (wakeUps.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
            wakeUps.drainPermits();
        }
    }

    private boolean isDone(OutboundSender running) {
        return isStopping() && (!running.isWaiting() || System.nanoTime() - drainDeadlineNanos > 0);
    }

    /** Repeats the call after transient faults, with back-off and jitter, until it succeeds. */
    private <T> T retrying(Supplier<T> call) throws InterruptedException {
        BackOff backOff = new BackOff(settings.retryPause(), settings.maxRetryPause());
        while (true) {
            beat();
            try {
                return call.get();
            } catch (GatewayException.Transient e) {
                if (isStopping() && System.nanoTime() - drainDeadlineNanos > 0) {
                    throw new InterruptedException("gave up while stopping: " + e.getMessage());
                }
                meters.databaseRetry();
                long pauseMillis = backOff.nextMillis();
                LOG.warn("Sender {} waits {} ms: {}", name, pauseMillis, e.getMessage());
                pauseUnlessStopping(pauseMillis);
            }
        }
    }

    /** A call beside the sender that does not come back counts as silence of the sender. */
    private void beat() {
        OutboundSender running = group;
        if (running == null || !running.hangs()) {
            supervised.beat();
        }
    }

    /** Receipts and signals do not end this pause, because it waits for the database. */
    private void pauseUnlessStopping(long millis) throws InterruptedException {
        if (isStopping()) {
            long leftNanos = Math.max(0, drainDeadlineNanos - System.nanoTime());
            ended.await(Math.min(settings.retryPause().toNanos(), leftNanos), TimeUnit.NANOSECONDS);
        } else if (stopRequested.await(millis, TimeUnit.MILLISECONDS)) {
            LOG.info("Sender {} stops while the database is not available", name);
        }
    }
}
