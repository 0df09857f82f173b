package org.c4igateway.console.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;

/**
 * Caches a value from a source, such as the database, for a short time, however many pages ask. While one request reads
 * the source, others get the last value, and also while the source does not answer. Thread-safe.
 */
public final class StaleWhileRefresh<T> {
    private final Supplier<T> source;
    private final long freshNanos;
    private final LongSupplier nanoTime;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Answer<T> last;

    /**
     * @param source reads it; blocks
     * @param fresh how long a reading serves
     * @param nanoTime clock, in nanoseconds
     */
    public StaleWhileRefresh(Supplier<T> source, Duration fresh, LongSupplier nanoTime) {
        this.source = source;
        this.freshNanos = fresh.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * The cached value.
     *
     * @param value the last one that was read; empty when none ever was
     * @param late whether the source did not answer since
     */
    public record Reading<T>(Optional<T> value, boolean late) {}

    /** Blocks as long as the source does, unless another request is asking it and there is an older answer. */
    public Reading<T> read() {
        Answer<T> known = last;
        if (known != null && (isFresh(known) || !asking.tryLock())) {
            return known.reading();
        }
        if (known == null) {
            asking.lock();
        }
        try {
            Answer<T> meanwhile = last;
            return meanwhile != null && isFresh(meanwhile) ? meanwhile.reading() : ask(meanwhile);
        } finally {
            asking.unlock();
        }
    }

    private boolean isFresh(Answer<T> answer) {
        return nanoTime.getAsLong() - answer.atNanos() < freshNanos;
    }

    private Reading<T> ask(@Nullable Answer<T> before) {
        Reading<T> reading;
        try {
            reading = new Reading<>(Optional.of(source.get()), false);
        } catch (GatewayException e) {
            reading = new Reading<>(
                    before == null ? Optional.empty() : before.reading().value(), true);
        }
        last = new Answer<>(reading, nanoTime.getAsLong());
        return reading;
    }

    private record Answer<T>(Reading<T> reading, long atNanos) {}
}
