package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of the database that runs beside the turns of a sender, at most one at a time. The sender starts it in one
 * turn and takes its result in a later one, or in the same one if the executor runs it at once. Used by the sender's
 * thread; only the call itself runs elsewhere.
 */
final class ParallelCall<T> {
    private @Nullable FutureTask<T> started;
    private long startedNanos;

    /** @return whether a call was started whose result has not been taken */
    boolean isOpen() {
        return started != null;
    }

    boolean isOpenFor(Duration time, long nowNanos) {
        return started != null && nowNanos - startedNanos > time.toNanos();
    }

    void start(Executor executor, Supplier<T> call, long nowNanos) {
        if (started != null) {
            throw new IllegalStateException("a call is open");
        }
        FutureTask<T> task = new FutureTask<>(call::get);
        started = task;
        startedNanos = nowNanos;
        executor.execute(task);
    }

    /**
     * Ends the call if it has come back. What it threw is thrown here, as if the sender had called by itself.
     *
     * @return its result, once; null when none was started or it still runs
     */
    @Nullable T take() {
        FutureTask<T> task = started;
        if (task == null || !task.isDone()) {
            return null;
        }
        started = null;
        if (task.state() == FutureTask.State.SUCCESS) {
            return task.resultNow();
        }
        throw thrownBy(task);
    }

    /** Its result is no longer needed. */
    void abandon() {
        started = null;
    }

    private static RuntimeException thrownBy(FutureTask<?> task) {
        Throwable thrown = task.exceptionNow();
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException fault ? fault : new IllegalStateException(thrown);
    }
}
