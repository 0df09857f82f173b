package org.c4igateway.dds.api.provider;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Merges batches by the time of writing, for providers that take one instance after the other, each in the order of
 * writing. A clock that was set back does not turn the samples of an instance round: none counts as older than the one
 * before it. One thread at a time.
 */
public final class WritingOrder {
    private static final int INITIAL_SAMPLES = 256;

    private long[] moments = new long[INITIAL_SAMPLES];
    private int count;
    private boolean ordered;
    private long instance;

    /** Creates one for many batches. */
    public WritingOrder() {
        begin();
    }

    /** Begins a batch. */
    public void begin() {
        count = 0;
        ordered = true;
    }

    /**
     * Takes the next sample as the provider gave it.
     *
     * @param itsInstance handle of its instance
     * @param sourceNanos when it was written, nanoseconds since the epoch
     */
    public void next(long itsInstance, long sourceNanos) {
        if (count == moments.length) {
            moments = Arrays.copyOf(moments, 2 * count);
        }
        long before = count == 0 ? Long.MIN_VALUE : moments[count - 1];
        boolean same = count > 0 && itsInstance == instance;
        long moment = same ? Math.max(before, sourceNanos) : sourceNanos;
        instance = itsInstance;
        ordered &= moment >= before;
        moments[count++] = moment;
    }

    /**
     * Sorts the batch; samples of one moment keep their order.
     *
     * @param batch one for each call of {@link #next} since {@link #begin}, in that order
     */
    public <E> void sort(List<E> batch) {
        if (batch.size() != count) {
            throw new IllegalArgumentException("the batch has " + batch.size() + " samples, not " + count);
        }
        if (ordered) {
            return;
        }
        List<E> taken = List.copyOf(batch);
        batch.clear();
        IntStream.range(0, taken.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> moments[i]))
                .forEach(i -> batch.add(taken.get(i)));
    }
}
