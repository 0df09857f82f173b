package org.c4igateway.lab.transport.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master and workers in one process, over a carrier that keeps the last interval of each worker. */
@Timeout(60)
class JobTest {
    private static final JobAssignment.Ends ENDS = new JobAssignment.Ends(Carrier.CYCLONE, "127.0.0.1", "lo");
    private static final int NUMBERS = 100_000;
    private static final long PRIMES = 9_592;

    private final Carriage carriage = new Carriage();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> reached = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Calls each worker in a thread of its own. */
    private final class Carriage implements JobEnd {
        private final Map<Integer, byte[]> last = new HashMap<>();
        private final List<Consumer<byte[]>> workers = new ArrayList<>();

        synchronized void join(Consumer<byte[]> worker) {
            workers.add(worker);
            last.values().forEach(interval -> deliver(worker, interval));
        }

        synchronized void leave(Consumer<byte[]> worker) {
            workers.remove(worker);
        }

        @Override
        public synchronized void send(int worker, byte[] message) {
            last.put(worker, message);
            workers.forEach(each -> deliver(each, message));
        }

        private void deliver(Consumer<byte[]> worker, byte[] interval) {
            threads.add(Thread.ofVirtual().start(() -> worker.accept(interval)));
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /** By which a worker answers; each result comes so many times. */
    private record Answers(Master master, int times) implements JobEnd {
        @Override
        public void send(int worker, byte[] message) {
            for (int i = 0; i < times; i++) {
                master.accept(message);
            }
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @AfterEach
    void joinAll() throws InterruptedException {
        for (Thread thread : List.copyOf(threads)) {
            thread.join();
        }
    }

    private Worker worker(Master master, int number, int workers, JobAssignment.Stop stop) {
        Worker worker =
                new Worker(new JobAssignment(JobAssignment.Role.WORKER, ENDS, workers, number, stop), (word, rest) -> {
                    lines.add(number + " " + word + " " + rest);
                    if (word.equals(JobProgram.REACHED)) {
                        reached.add(rest);
                    }
                });
        carriage.join(worker);
        worker.through(new Answers(master, 2));
        return worker;
    }

    @Test
    void addsUpOneJobAfterAnotherAndEachResultOnce() throws Exception {
        Master master = new Master(2);
        worker(master, 0, 2, JobAssignment.Stop.NEVER);
        worker(master, 1, 2, JobAssignment.Stop.NEVER);

        assertThat(master.primes(carriage, NUMBERS)).isEqualTo(PRIMES);
        assertThat(master.primes(carriage, 1_000)).isEqualTo(168);
        assertThat(lines).containsExactlyInAnyOrder("0 heard 0", "1 heard 0", "0 heard 1", "1 heard 1");
    }

    @Test
    void countsNoResultOfAnEarlierJob() throws Exception {
        Master master = new Master(1);
        master.accept(new IntervalResult(-1, 0, 1_000).bytes());
        worker(master, 0, 1, JobAssignment.Stop.NEVER);
        assertThat(master.primes(carriage, NUMBERS)).isEqualTo(PRIMES);

        master.accept(new IntervalResult(0, 0, 1_000).bytes());

        assertThat(master.primes(carriage, 1_000)).isEqualTo(168);
    }

    @Test
    void finishesWithAWorkerThatComesForOneThatWasKilled() throws Exception {
        Master master = new Master(2);
        worker(master, 0, 2, JobAssignment.Stop.NEVER);
        Worker victim = worker(master, 1, 2, new JobAssignment.Stop(0.5, 0));
        Thread lab = Thread.ofVirtual().start(() -> {
            try {
                reached.take();
                carriage.leave(victim);
                worker(master, 1, 2, new JobAssignment.Stop(0.5, 1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(master.primes(carriage, NUMBERS)).isEqualTo(PRIMES);

        lab.join();
        victim.release();
        long half = TrialDivision.count(Interval.of(0, 1, 2, NUMBERS).beginning(0.5));
        assertThat(lines).containsExactlyInAnyOrder("0 heard 0", "1 heard 0", "1 reached 0 " + half, "1 heard 0");
    }

    @Test
    void readsItsOwnWords() {
        JobAssignment assignment =
                new JobAssignment(JobAssignment.Role.WORKER, ENDS, 4, 3, new JobAssignment.Stop(0.25, 2));

        assertThat(JobAssignment.parse(assignment.words().toArray(String[]::new)))
                .isEqualTo(assignment);
    }

    @Test
    void readsAStepAndNothingElse() throws Exception {
        assertThat(JobProcesses.figures("step 1000 2.5 168", 1_000))
                .containsExactlyInAnyOrderEntriesOf(Map.of(ExchangeResult.SECONDS, 2.5, ExchangeResult.PRIMES, 168.0));
        assertThatIOException()
                .isThrownBy(() -> JobProcesses.figures("step 2000 2.5 303", 1_000))
                .withMessageContaining("not the primes up to 1000");
        assertThatIOException().isThrownBy(() -> JobProcesses.figures("heard 1", 1_000));
    }

    @Test
    void readsWhatTheProgramOnMpiPrintsAndChecksIt() throws Exception {
        Exchange.Kind.Job job = new Exchange.Kind.Job(List.of(1_000, 2_000), 1, 0);
        List<String> printed = List.of(
                "step 200000 0.1 17984 0.2",
                "step 2000 0.004 303 0.008",
                "step 1000 0.002 168 0.004",
                "used 0 0.006 9000",
                "used 1 0.006 8000");

        ExchangeResult result = OpenMpi.read(job, printed);

        assertThat(result.steps()).extracting(ExchangeResult.Step::bytes).containsExactly(1_000, 2_000);
        assertThat(result.steps().getFirst().figure(ExchangeResult.SECONDS)).isEqualTo(0.002);
        assertThat(result.steps().getFirst().cpuMicros()).isEqualTo(4_000);
        assertThat(result.programs())
                .containsEntry("leads", new ProcessFigures(0.006, 9.216))
                .containsEntry("works 0", new ProcessFigures(0.006, 8.192));
        assertThatIOException()
                .isThrownBy(() -> OpenMpi.read(
                        job,
                        printed.stream()
                                .map(line -> line.replace(" 303 ", " 302 "))
                                .toList()))
                .withMessageContaining("302 primes up to 2000, but a sieve finds 303");
        assertThatIOException()
                .isThrownBy(() -> OpenMpi.read(job, printed.subList(0, 4)))
                .withMessageContaining("printed something else");
    }
}
