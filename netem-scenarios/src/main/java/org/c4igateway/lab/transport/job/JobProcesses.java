package org.c4igateway.lab.transport.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * A master and its workers, or one program with threads, for one job after another. Where that is wanted the last
 * worker is killed in each job and another is started with its number; it gets its interval from the middleware.
 * Belongs to one thread. {@link #close} kills all.
 */
public final class JobProcesses implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final int WARM_UP_JOB = 0;
    private static final int WARM_UP_SHARE = 20;

    /** Enough for the JVM to compile the division. */
    private static final int LEAST_WARM_UP = 200_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Scene scene;
    private final ClassPathFile classPath;
    private final ProgramProcess leading;
    private final List<ProgramProcess> working = new ArrayList<>();

    /** What those used that were killed, by the number of the worker. */
    private final List<ProcessFigures> killed = new ArrayList<>();

    /**
     * Where programs run.
     *
     * @param enter words that make a command run there
     * @param address of the place
     * @param device interface of the programs
     */
    public record Place(List<String> enter, String address, String device) {
        public Place {
            enter = List.copyOf(enter);
        }
    }

    /**
     * Which programs.
     *
     * @param leading where the master is
     * @param working where the workers are
     * @param job what they do; the numbers in the order of the measurement
     * @param patience longest time of one job
     * @param directory for logs
     */
    public record Scene(
            Carrier carrier, Place leading, Place working, Exchange.Kind.Job job, Duration patience, Path directory) {}

    private JobProcesses(Scene scene, ClassPathFile classPath) throws IOException {
        this.scene = scene;
        this.classPath = classPath;
        this.leading = start(
                scene.leading(),
                leadingName(),
                assignment(
                        isAlone() ? JobAssignment.Role.THREADS : JobAssignment.Role.MASTER,
                        scene.leading(),
                        0,
                        JobAssignment.Stop.NEVER));
    }

    /**
     * Starts all. Blocks until their ends are open.
     *
     * @throws org.c4igateway.lab.transport.CannotRunException when this machine lacks what the carrier needs
     */
    public static JobProcesses start(Scene scene, ClassPathFile classPath) throws IOException, InterruptedException {
        JobProcesses started = new JobProcesses(scene, classPath);
        try {
            started.leading.next(START_PATIENCE);
            if (!started.isAlone()) {
                started.startWorkers();
            }
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** Whether one program with threads does it all. */
    private boolean isAlone() {
        return scene.carrier() == Carrier.THREADS;
    }

    private String leadingName() {
        return isAlone() ? "computes" : "leads";
    }

    private void startWorkers() throws IOException, InterruptedException {
        for (int worker = 0; worker < scene.job().workers(); worker++) {
            killed.add(new ProcessFigures(0, 0));
            working.add(startWorker(worker, WARM_UP_JOB + 1));
        }
        for (ProgramProcess worker : working) {
            worker.next(START_PATIENCE);
        }
    }

    /** @param stopFrom number of the first job in which it is killed, where it is the one that is */
    private ProgramProcess startWorker(int worker, int stopFrom) throws IOException {
        boolean last = worker == scene.job().workers() - 1;
        JobAssignment.Stop stop =
                last ? new JobAssignment.Stop(scene.job().killAt(), stopFrom) : JobAssignment.Stop.NEVER;
        return start(
                scene.working(),
                "works" + worker + "from" + stopFrom,
                assignment(JobAssignment.Role.WORKER, scene.working(), worker, stop));
    }

    private ProgramProcess start(Place place, String name, JobAssignment assignment) throws IOException {
        return ProgramProcess.start(
                place.enter(),
                classPath,
                new ProgramProcess.Program(name, JobProgram.class, assignment.words()),
                scene.directory());
    }

    private JobAssignment assignment(JobAssignment.Role role, Place own, int worker, JobAssignment.Stop stop) {
        return new JobAssignment(
                role,
                new JobAssignment.Ends(scene.carrier(), scene.leading().address(), own.device()),
                scene.job().workers(),
                worker,
                stop);
    }

    /** Blocks until all jobs are done. */
    public ExchangeResult run() throws IOException, InterruptedException {
        warmUp();
        Map<String, ProcessFigures> begun = figures();
        List<ExchangeResult.Step> steps = new ArrayList<>();
        int job = WARM_UP_JOB;
        for (int numbers : scene.job().numbers()) {
            job++;
            steps.add(step(job, numbers));
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, ProcessFigures.since(figures(), begun));
    }

    /** A job that does not count, so that the JVMs have compiled what is measured, and all have met. */
    private void warmUp() throws IOException, InterruptedException {
        leading.tell(Integer.toString(warmUpNumbers(scene.job())));
        leading.measured(START_PATIENCE.plus(scene.patience()));
        for (ProgramProcess worker : working) {
            requireHeard(worker, WARM_UP_JOB);
        }
    }

    /** Up to which number primes are counted first. */
    static int warmUpNumbers(Exchange.Kind.Job job) {
        return Math.max(LEAST_WARM_UP, Collections.max(job.numbers()) / WARM_UP_SHARE);
    }

    private ExchangeResult.Step step(int job, int numbers) throws IOException, InterruptedException {
        double before = cpuSeconds();
        leading.tell(Integer.toString(numbers));
        Map<String, Double> figures = new LinkedHashMap<>();
        for (ProgramProcess worker : working) {
            requireHeard(worker, job);
        }
        if (scene.job().killAt() > 0) {
            figures.put(ExchangeResult.REJOINED, replaceLastWorker(job));
        }
        figures.putAll(figures(leading.measured(scene.patience(), working), numbers));
        return step(scene.job(), numbers, figures, cpuSeconds() - before);
    }

    /**
     * A job as a step of a result.
     *
     * @param figures by name
     * @param cpuSeconds of all programs
     */
    static ExchangeResult.Step step(
            Exchange.Kind.Job job, int numbers, Map<String, Double> figures, double cpuSeconds) {
        int intervals = job.workers();
        return new ExchangeResult.Step(numbers, intervals, intervals, figures, cpuSeconds * 1e6 / intervals, "");
    }

    /** @param line as {@link JobProgram} writes it */
    static Map<String, Double> figures(String line, int numbers) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != 4 || !words[0].equals(TransportProgram.STEP) || Integer.parseInt(words[1]) != numbers) {
            throw new IOException("not the primes up to " + numbers + ": " + line);
        }
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(ExchangeResult.SECONDS, Double.parseDouble(words[2]));
        figures.put(ExchangeResult.PRIMES, Double.parseDouble(words[3]));
        return figures;
    }

    /** Kills the last worker where it has so much; returns the seconds until another has its interval. */
    private double replaceLastWorker(int job) throws IOException, InterruptedException {
        int last = working.size() - 1;
        String reached = working.get(last).measured(scene.patience());
        if (!reached.startsWith(JobProgram.REACHED + " " + job + " ")) {
            throw new IOException("the worker was not killed in job " + job + ", it said: " + reached);
        }
        killed.set(last, killed.get(last).and(working.get(last).figures()));
        long begun = System.nanoTime();
        working.get(last).close();
        working.set(last, startWorker(last, job + 1));
        working.get(last).next(START_PATIENCE);
        requireHeard(working.get(last), job);
        return (System.nanoTime() - begun) / NANOS_PER_SECOND;
    }

    private void requireHeard(ProgramProcess worker, int job) throws IOException, InterruptedException {
        String line = worker.measured(scene.patience());
        if (!line.equals(JobProgram.HEARD + " " + job)) {
            throw new IOException("the worker has no interval of job " + job + ", it said: " + line);
        }
    }

    private double cpuSeconds() throws IOException {
        return ProcessFigures.cpuSeconds(figures());
    }

    /** What each program used so far, a worker with those that were killed in its place. */
    private Map<String, ProcessFigures> figures() throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        figures.put(leadingName(), leading.figures());
        for (int worker = 0; worker < working.size(); worker++) {
            figures.put(
                    "works " + worker,
                    killed.get(worker).and(working.get(worker).figures()));
        }
        return figures;
    }

    @Override
    public void close() {
        leading.close();
        working.forEach(ProgramProcess::close);
    }
}
