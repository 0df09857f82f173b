package org.c4igateway.lab.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.stats.Histograms;
import org.c4igateway.lab.testbed.ClassPathFile;

/**
 * Two programs of this project, one that asks and one that answers, for one climb of the whole ladder; with them the
 * server of a carrier that has one.
 */
public final class ProgramPair {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final double NANOS_PER_MICRO = 1_000;

    private final ClassPathFile classPath;
    private final Path directory;
    private final Duration stepPatience;

    /**
     * @param directory for logs
     * @param stepPatience longest time of one step
     */
    public ProgramPair(ClassPathFile classPath, Path directory, Duration stepPatience) {
        this.classPath = classPath;
        this.directory = directory;
        this.stepPatience = stepPatience;
    }

    /** Where both run: words that make a command run there, and what the programs know of it. */
    public record Scene(
            List<String> enterAsking, List<String> enterAnswering, Assignment asking, Assignment answering) {
        public Scene {
            enterAsking = List.copyOf(enterAsking);
            enterAnswering = List.copyOf(enterAnswering);
        }
    }

    /**
     * Blocks until the ladder is climbed.
     *
     * @throws CannotRunException when this machine lacks what the carrier needs
     */
    public ExchangeResult climb(Scene scene) throws IOException, InterruptedException {
        Map<String, ProgramProcess> programs = new LinkedHashMap<>();
        try {
            if (scene.asking().end().carrier() == Carrier.ARTEMIS_EXTERNAL) {
                start(programs, scene.enterAnswering(), server(scene)).next(START_PATIENCE);
            }
            start(programs, scene.enterAnswering(), program(scene.answering())).next(START_PATIENCE);
            ProgramProcess asking = start(programs, scene.enterAsking(), program(scene.asking()));
            asking.measured(START_PATIENCE.plus(stepPatience)); // it warms up over the link before
            return read(asking, programs, scene.asking().ladder());
        } finally {
            programs.values().forEach(ProgramProcess::close);
        }
    }

    private ProgramProcess start(
            Map<String, ProgramProcess> programs, List<String> enter, ProgramProcess.Program program)
            throws IOException {
        ProgramProcess started = ProgramProcess.start(enter, classPath, program, directory);
        programs.put(program.name(), started);
        return started;
    }

    /** Beside the program that answers: what both connect to. */
    private static ProgramProcess.Program server(Scene scene) {
        String address = scene.answering().end().place().address();
        return new ProgramProcess.Program(
                "serves", ArtemisEnd.Server.class, ArtemisEnd.Server.words(List.of(address), ""));
    }

    private static ProgramProcess.Program program(Assignment assignment) {
        return new ProgramProcess.Program(
                assignment.end().asks() ? "asks" : "answers", TransportProgram.class, assignment.words());
    }

    private ExchangeResult read(ProgramProcess asking, Map<String, ProgramProcess> programs, Assignment.Ladder ladder)
            throws IOException, InterruptedException {
        Map<String, ProcessFigures> first = figures(programs);
        Map<String, ProcessFigures> last = first;
        List<ExchangeResult.Step> steps = new ArrayList<>();
        for (int i = 0; i < ladder.sizes().size(); i++) {
            String line = asking.measured(stepPatience);
            Map<String, ProcessFigures> now = figures(programs);
            double cpu = ProcessFigures.cpuSeconds(now) - ProcessFigures.cpuSeconds(last);
            steps.add(step(line, cpu * 1e6 / (ladder.primers() + ladder.roundTrips())));
            last = now;
        }
        steps.sort(Comparator.comparingInt(ExchangeResult.Step::bytes));
        return new ExchangeResult(steps, ProcessFigures.since(last, first));
    }

    private static Map<String, ProcessFigures> figures(Map<String, ProgramProcess> programs) throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        for (Map.Entry<String, ProgramProcess> program : programs.entrySet()) {
            figures.put(program.getKey(), program.getValue().figures());
        }
        return figures;
    }

    /** @param line as {@link TransportProgram} writes it */
    static ExchangeResult.Step step(String line, double cpuMicros) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != 5 || !words[0].equals(TransportProgram.STEP)) {
            throw new IOException("not a step: " + line);
        }
        Histogram nanos = Histograms.read(words[4]);
        return new ExchangeResult.Step(
                Integer.parseInt(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                micros(nanos),
                cpuMicros,
                words[4]);
    }

    /** Figures of a histogram of nanoseconds, in microseconds; none when it is empty. */
    static Map<String, Double> micros(Histogram nanos) {
        Map<String, Double> micros = new LinkedHashMap<>();
        if (nanos.getTotalCount() > 0) {
            micros.put(ExchangeResult.MEAN, nanos.getMean() / NANOS_PER_MICRO);
            micros.put(ExchangeResult.JITTER, nanos.getStdDeviation() / NANOS_PER_MICRO);
            for (double percentile : new double[] {50, 99, 99.9}) {
                String name = "p" + (percentile == 99.9 ? "99.9" : Long.toString(Math.round(percentile)));
                micros.put(name, nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
            }
            micros.put("max", nanos.getMaxValue() / NANOS_PER_MICRO);
        }
        return micros;
    }
}
