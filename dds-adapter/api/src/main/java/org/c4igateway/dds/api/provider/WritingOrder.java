package org.c4igateway.dds.api.provider;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Merges batches by the time of writing, for providers that take one instance after the other, each in the order of
 * writing. A clock that was set back does not turn the samples of an instance round: none counts as older than the one
 * before it. One thread at a time.
 */
public final class WritingOrder {
    private static final int INITIAL_SAMPLES = 256;

    /** Of instances that earlier takes of the batch had. */
    private final Map<Long, Long> latest = new HashMap<>();

    private long[] instances = new long[INITIAL_SAMPLES];
    private long[] moments = new long[INITIAL_SAMPLES];
    private int count;
    private int firstOfTake;
    private boolean ordered;

    /** Creates one for many batches. */
    public WritingOrder() {
        begin();
    }

    /** Begins a batch. */
    public void begin() {
        latest.clear();
        count = 0;
        firstOfTake = 0;
        ordered = true;
    }

    /** Begins another take of the same batch: instances may come again, with what was written later. */
    public void again() {
        for (int i = firstOfTake; i < count; i++) {
            latest.put(instances[i], moments[i]);
        }
        firstOfTake = count;
    }

    /**
     * Takes the next sample as the provider gave it.
     *
     * @param instance handle of its instance
     * @param sourceNanos when it was written, nanoseconds since the epoch
     */
    public void next(long instance, long sourceNanos) {
        if (count == moments.length) {
            moments = Arrays.copyOf(moments, 2 * count);
            instances = Arrays.copyOf(instances, 2 * count);
        }
        long before = count == 0 ? Long.MIN_VALUE : moments[count - 1];
        long moment = sourceNanos;
        if (count > firstOfTake && instance == instances[count - 1]) {
            moment = Math.max(before, sourceNanos);
        } else if (!latest.isEmpty()) {
            moment = Math.max(latest.getOrDefault(instance, Long.MIN_VALUE), sourceNanos);
        }
        ordered &= moment >= before;
        instances[count] = instance;
        moments[count++] = moment;
    }

    /** @return whether the samples of the batch came in the order of writing */
    public boolean isOrdered() {
        return ordered;
    }

    /**
     * Sorts the batch; samples of one moment keep their order.
     *
     * @return for each place in the order of writing the sample that has it, as the number of calls of {@link #next}
     *     before its own
     */
    public int[] order() {
        return IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingLong(i -> moments[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Sorts the batch.
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
        for (int i : order()) {
            batch.add(taken.get(i));
        }
    }
}
