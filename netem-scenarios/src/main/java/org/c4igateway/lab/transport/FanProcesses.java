package org.c4igateway.lab.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.testbed.ClassPathFile;

/**
 * Programs with writers and programs with readers of one topic, for one climb of the whole ladder. The writers take
 * turns; a sample is written when the last reader of all programs has the one before. {@link #close} kills them.
 */
public final class FanProcesses implements AutoCloseable {
    /** A hundred writers and a hundred readers make ten thousand matches. */
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);

    private static final double NANOS_PER_MICRO = 1_000;

    /** Before the first size this many times its primers, so that the JVMs have compiled what is measured. */
    private static final int WARM_UPS = 10;

    private final Exchange.Ends fan;
    private final Duration patience;
    private final List<ProgramProcess> writing = new ArrayList<>();
    private final List<ProgramProcess> reading = new ArrayList<>();
    private int number;

    private FanProcesses(Exchange.Ends fan, Duration patience) {
        this.fan = fan;
        this.patience = patience;
    }

    /**
     * Where programs of one kind run.
     *
     * @param enter words that make a command run there
     * @param device interface of their participants
     */
    public record Place(List<String> enter, String device) {
        public Place {
            enter = List.copyOf(enter);
        }
    }

    /**
     * Which programs.
     *
     * @param patience longest time of one write
     * @param directory for logs
     */
    public record Scene(
            Carrier carrier, Exchange.Ends fan, Place writers, Place readers, Duration patience, Path directory) {}

    /**
     * Starts all and blocks until all ends have met.
     *
     * @throws CannotRunException when this machine lacks what the carrier needs
     */
    public static FanProcesses start(Scene scene, ClassPathFile classPath) throws IOException, InterruptedException {
        FanProcesses started = new FanProcesses(scene.fan(), scene.patience());
        try {
            started.start(scene, classPath, false);
            started.start(scene, classPath, true);
            for (ProgramProcess process : started.all()) {
                process.next(START_PATIENCE);
            }
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private void start(Scene scene, ClassPathFile classPath, boolean writes) throws IOException {
        Place place = writes ? scene.writers() : scene.readers();
        int left = writes ? fan.writers() : fan.readers();
        int partners = writes ? fan.readers() : fan.writers();
        List<ProgramProcess> started = writes ? writing : reading;
        while (left > 0) {
            int ends = Math.min(left, fan.perProcess());
            FanAssignment assignment = new FanAssignment(scene.carrier(), writes, place.device(), ends, partners);
            String name = (writes ? "writes" : "reads") + started.size();
            started.add(ProgramProcess.start(
                    place.enter(),
                    classPath,
                    new ProgramProcess.Program(name, FanProgram.class, assignment.words()),
                    scene.directory()));
            left -= ends;
        }
    }

    private List<ProgramProcess> all() {
        List<ProgramProcess> all = new ArrayList<>(reading);
        all.addAll(writing);
        return all;
    }

    /** Blocks until the ladder is climbed. */
    public ExchangeResult climb(Assignment.Ladder ladder) throws IOException, InterruptedException {
        write(Collections.max(ladder.sizes()), WARM_UPS * Math.max(1, ladder.primers()), new Times());
        ProcessFigures begunWriting = figures(writing);
        ProcessFigures begunReading = figures(reading);
        List<ExchangeResult.Step> steps = new ArrayList<>();
        for (int size : ladder.sizes()) {
            steps.add(step(size, ladder));
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(
                steps,
                Map.of(
                        "writes", figures(writing).since(begunWriting),
                        "reads", figures(reading).since(begunReading)));
    }

    private ExchangeResult.Step step(int size, Assignment.Ladder ladder) throws IOException, InterruptedException {
        double before = figures(all()).cpuSeconds();
        write(size, ladder.primers(), new Times());
        Times times = new Times();
        write(size, ladder.roundTrips(), times);
        double cpu = figures(all()).cpuSeconds() - before;
        Map<String, Double> micros = ProgramPair.micros(times.readers);
        micros.put(ExchangeResult.SLOWEST, times.slowest.getMean() / NANOS_PER_MICRO);
        long arrivals = times.readers.getTotalCount();
        return new ExchangeResult.Step(
                size,
                (long) ladder.roundTrips() * fan.readers(),
                arrivals,
                micros,
                cpu * 1e6 / ((double) (ladder.primers() + ladder.roundTrips()) * fan.readers()),
                Histograms.write(times.readers));
    }

    /** Times from the write to each reader, and to the last of each sample. */
    private static final class Times {
        private final Histogram readers = Histograms.ofNanos();
        private final Histogram slowest = Histograms.ofNanos();
    }

    private void write(int size, int count, Times times) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            number++;
            int end = number % fan.writers();
            writing.get(end / fan.perProcess()).tell(end % fan.perProcess() + " " + size + " " + number);
            long last = 0;
            for (ProgramProcess process : reading) {
                for (long nanos : arrivals(process.measured(patience), number)) {
                    Histograms.recordNanos(times.readers, nanos);
                    last = Math.max(last, nanos);
                }
            }
            Histograms.recordNanos(times.slowest, last);
        }
    }

    /** @param line as {@link FanProgram} writes it */
    static long[] arrivals(String line, int number) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != 3 || !words[0].equals(FanProgram.GOT) || !words[1].equals(Integer.toString(number))) {
            throw new IOException("not the arrivals of sample " + number + ": " + line);
        }
        String[] nanos = words[2].split(",", -1);
        long[] arrivals = new long[nanos.length];
        for (int i = 0; i < nanos.length; i++) {
            arrivals[i] = Long.parseLong(nanos[i]);
        }
        return arrivals;
    }

    /** What several processes used together. */
    private static ProcessFigures figures(List<ProgramProcess> processes) throws IOException {
        double cpuSeconds = 0;
        double peakMegabytes = 0;
        for (ProgramProcess process : processes) {
            ProcessFigures figures = process.figures();
            cpuSeconds += figures.cpuSeconds();
            peakMegabytes += figures.peakMegabytes();
        }
        return new ProcessFigures(cpuSeconds, peakMegabytes);
    }

    @Override
    public void close() {
        all().forEach(ProgramProcess::close);
    }
}
