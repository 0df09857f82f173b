package org.c4igateway.lab.transport.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * The entry point of the master and the workers of a job, and of the program that does one by threads. Lines on its
 * output that the lab reads:
 *
 * <pre>
 * lab: ready                        its end is open
 * lab: heard 3                      this worker has its interval of job 3
 * lab: reached 3 166283             it has done so much of it that it is to be killed, and found so many primes
 * lab: step 10000000 2.134567 664579
 *                                   the primes up to a number were counted, in seconds, and are so many
 * </pre>
 *
 * The master, and the program with threads, take a number on each line of their input and count the primes up to it.
 * All end when their input ends.
 */
public final class JobProgram {
    static final String HEARD = "heard";
    static final String REACHED = "reached";

    private static final double NANOS_PER_SECOND = 1e9;

    private JobProgram() {}

    /** @param words as {@link JobAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            JobAssignment assignment = JobAssignment.parse(words);
            switch (assignment.role()) {
                case MASTER -> lead(program, assignment);
                case WORKER -> work(program, assignment);
                case THREADS -> search(program, numbers -> byThreads(assignment.workers(), numbers));
            }
        });
    }

    /** A way to count primes. */
    @FunctionalInterface
    interface Search {
        /** Blocks until it has counted all up to a number. */
        long primes(int numbers) throws IOException, InterruptedException;
    }

    private static void lead(TransportProgram program, JobAssignment assignment)
            throws IOException, InterruptedException {
        Master master = new Master(assignment.workers());
        try (JobEnd end = JobEnd.open(assignment, master)) {
            search(program, numbers -> master.primes(end, numbers));
        }
    }

    private static void work(TransportProgram program, JobAssignment assignment) throws IOException {
        Worker worker = new Worker(assignment, program::say);
        try (JobEnd end = JobEnd.open(assignment, worker)) {
            program.say(TransportProgram.READY, "");
            worker.through(end);
            TransportProgram.awaitEndOfInput();
            worker.release();
        }
    }

    private static void search(TransportProgram program, Search search) throws IOException, InterruptedException {
        program.say(TransportProgram.READY, "");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            program.say(TransportProgram.STEP, step(Integer.parseInt(line), search, System::nanoTime));
        }
    }

    /**
     * Counts the primes up to a number and checks the count by a sieve, before the time begins.
     *
     * @param nanos a clock
     * @return numbers, seconds and primes
     * @throws IOException when the count is wrong
     */
    static String step(int numbers, Search search, LongSupplier nanos) throws IOException, InterruptedException {
        long expected = Sieve.count(numbers);
        long begun = nanos.getAsLong();
        long primes = search.primes(numbers);
        double seconds = (nanos.getAsLong() - begun) / NANOS_PER_SECOND;
        requireCount(numbers, primes, expected);
        return String.format(Locale.ROOT, "%d %.6f %d", numbers, seconds, primes);
    }

    /** @throws IOException when a count is not that of the sieve */
    static void requireCount(int numbers, long primes, long expected) throws IOException {
        if (primes != expected) {
            throw new IOException(
                    "the workers found " + primes + " primes up to " + numbers + ", but a sieve finds " + expected);
        }
    }

    /** The same intervals in as many threads of this process. */
    static long byThreads(int workers, int numbers) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(workers)) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int worker = 0; worker < workers; worker++) {
                Interval interval = Interval.of(0, worker, workers, numbers);
                counts.add(threads.submit(() -> TrialDivision.count(interval)));
            }
            long primes = Master.EVEN_PRIMES;
            for (Future<Long> count : counts) {
                primes += count.get();
            }
            return primes;
        } catch (ExecutionException e) {
            throw new IOException("a thread broke", e);
        }
    }
}
