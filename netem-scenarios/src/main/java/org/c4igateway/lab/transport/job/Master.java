package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Divides jobs among workers and adds up what they found. Jobs are done one after another by one thread; results come
 * in a thread of the carrier. A result that comes twice counts once, one of an earlier job not at all.
 */
final class Master implements Consumer<byte[]> {
    /** Two, which is in no interval. */
    static final int EVEN_PRIMES = 1;

    private final int workers;

    /** Counts jobs, the first is 0. Guarded by this, as all that follows. */
    private int job = -1;

    private final Map<Integer, Long> results = new HashMap<>();

    Master(int workers) {
        this.workers = workers;
    }

    /**
     * Blocks until all workers have said what they found.
     *
     * @param end by which intervals go and results come
     * @param numbers up to which primes are counted; 2 at least
     */
    long primes(JobEnd end, int numbers) throws IOException, InterruptedException {
        int mine = begin();
        for (int worker = 0; worker < workers; worker++) {
            end.send(worker, Interval.of(mine, worker, workers, numbers).bytes());
        }
        return EVEN_PRIMES + awaitSum();
    }

    private synchronized int begin() {
        results.clear();
        return ++job;
    }

    private synchronized long awaitSum() throws InterruptedException {
        while (results.size() < workers) {
            wait();
        }
        return results.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void accept(byte[] bytes) {
        try {
            take(IntervalResult.read(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void take(IntervalResult result) {
        if (result.job() == job) {
            results.put(result.worker(), result.primes());
            notifyAll();
        }
    }
}
