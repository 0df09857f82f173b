package org.c4igateway.lab.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.c4igateway.topics.TopicCatalogue;

/** Makes all runs of a plan that are not there yet: those on slow links side by side, as many as there are lanes. */
public final class LabRunner {
    private final Lab lab;
    private final ResultDirectory results;
    private final TopicCatalogue catalogue;
    private final int lanes;
    private final RunListener listener;
    private final Semaphore room;

    /**
     * @param lanes runs on slow links that go side by side at most; one on faster links takes several lanes, or all
     * @param listener called for every run, by several threads
     */
    public LabRunner(Lab lab, ResultDirectory results, TopicCatalogue catalogue, int lanes, RunListener listener) {
        this.lab = lab;
        this.results = results;
        this.catalogue = catalogue;
        this.lanes = lanes;
        this.listener = listener;
        this.room = new Semaphore(lanes, true);
    }

    /** Hears of runs as they begin and end. Called by several threads. */
    public interface RunListener {
        /** A run begins. */
        void began(RunPlan.Step step);

        /** A run has ended and its result is kept. */
        void ended(RunPlan.Step step, RunResult result);
    }

    /**
     * Blocks until all are made.
     *
     * @throws InterruptedException when the thread is interrupted or the lab is closed meanwhile, by a signal perhaps;
     *     what is complete is kept
     */
    public void run(List<RunPlan.Step> steps) throws IOException, InterruptedException {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                for (RunPlan.Step step : steps) {
                    if (!results.has(step.key())) {
                        int share = step.lanes(lanes);
                        room.acquire(share);
                        requireOpen();
                        running.add(threads.submit(() -> {
                            make(step, share);
                            return null;
                        }));
                    }
                }
                await(running);
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
    }

    private static void await(List<Future<?>> running) throws IOException, InterruptedException {
        for (Future<?> run : running) {
            try {
                run.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InterruptedException ended) {
                    throw ended;
                }
                throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
            }
        }
    }

    private void make(RunPlan.Step step, int share) throws IOException, InterruptedException {
        try {
            listener.began(step);
            RunResult result = step.condition().exchange().isPresent()
                    ? new ExchangeRun(lab, step, step.condition().exchange().get()).run(step.key())
                    : new CellRun(lab, catalogue, step.scenario(), step.condition(), step.cell()).run(step.key());
            if (result.outcome() == RunResult.Outcome.FAILED) {
                requireOpen();
            }
            results.write(result);
            listener.ended(step, result);
        } finally {
            room.release(share);
        }
    }

    private void requireOpen() throws InterruptedException {
        if (lab.isClosed()) {
            throw new InterruptedException("the lab was closed");
        }
    }
}
