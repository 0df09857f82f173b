package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Counts the primes of its intervals as they arrive, in the thread that brings them, and sends what it found. Where it
 * is to be killed it waits for that instead.
 */
final class Worker implements Consumer<byte[]> {
    private final int number;
    private final JobAssignment.Stop stop;
    private final BiConsumer<String, String> lines;
    private final CompletableFuture<JobEnd> opened = new CompletableFuture<>();
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param lines gets what the lab shall hear: a word and what follows */
    Worker(JobAssignment assignment, BiConsumer<String, String> lines) {
        this.number = assignment.worker();
        this.stop = assignment.stop();
        this.lines = lines;
    }

    /** Sends results through it; an interval that came before waits for this. */
    void through(JobEnd end) {
        opened.complete(end);
    }

    /** Ends the wait for being killed, without a result. */
    void release() {
        released.countDown();
    }

    @Override
    public void accept(byte[] bytes) {
        try {
            Interval interval = Interval.read(bytes);
            if (interval.worker() == number) {
                work(interval, opened.join());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(Interval interval, JobEnd end) throws IOException, InterruptedException {
        lines.accept(JobProgram.HEARD, Integer.toString(interval.job()));
        if (stop.concerns(interval.job())) {
            long some = TrialDivision.count(interval.beginning(stop.at()));
            lines.accept(JobProgram.REACHED, interval.job() + " " + some);
            released.await();
        } else {
            long primes = TrialDivision.count(interval);
            end.send(number, new IntervalResult(interval.job(), number, primes).bytes());
        }
    }
}
