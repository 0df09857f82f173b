package org.c4igateway.lab.transport.durability;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.HistoryServiceProcess;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.FanProcesses;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * A program with a writer for each combination of policies, one with late readers, and a history service. A mark that
 * all readers have seen stands between the steps: what a reader has not got before the mark does not come. Belongs to
 * one thread. {@link #close} kills the programs; the service is the caller's.
 */
public final class DurabilityProcesses implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);
    private static final Duration PROGRAM_PATIENCE = Duration.ofMinutes(1);

    /** A mark that was lost, or that nobody had met the writer for, is written again after so long. */
    private static final Duration BETWEEN_MARKS = Duration.ofMillis(200);

    /** What is measured from outside holds the scheduler of the machine as well. */
    private static final double BLOCKING_TOLERANCE = 1.1;

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int STEP_WORDS = 5;

    private final Scene scene;
    private final ClassPathFile classPath;
    private final ProgramProcess reading;
    private ProgramProcess writing;
    private long mark;

    /**
     * What takes part.
     *
     * @param writers where the writers are
     * @param readers where the late readers are
     * @param work what is written
     * @param service keeps the topics of all combinations that are {@link Combination#isServed}; not started
     * @param patience longest time of one step
     * @param directory for logs
     */
    public record Scene(
            FanProcesses.Place writers,
            FanProcesses.Place readers,
            Work work,
            HistoryServiceProcess service,
            Duration patience,
            Path directory) {}

    /**
     * What is written.
     *
     * @param combinations in the order in which they are written
     * @param samples of each
     * @param bytes of a payload
     * @param blocking longest time of a write
     */
    public record Work(List<Combination> combinations, int samples, int bytes, Duration blocking) {
        public Work {
            combinations = List.copyOf(combinations);
        }
    }

    private DurabilityProcesses(Scene scene, ClassPathFile classPath) throws IOException {
        this.scene = scene;
        this.classPath = classPath;
        this.reading = start(false, "reads");
        try {
            this.writing = start(true, "writes");
        } catch (IOException | RuntimeException e) {
            reading.close();
            throw e;
        }
    }

    /** Starts the programs; does not wait for them. */
    public static DurabilityProcesses start(Scene scene, ClassPathFile classPath) throws IOException {
        return new DurabilityProcesses(scene, classPath);
    }

    private ProgramProcess start(boolean writes, String name) throws IOException {
        FanProcesses.Place place = writes ? scene.writers() : scene.readers();
        Work work = scene.work();
        DurabilityAssignment assignment =
                new DurabilityAssignment(writes, place.device(), work.bytes(), work.blocking(), work.combinations());
        return ProgramProcess.start(
                place.enter(),
                classPath,
                new ProgramProcess.Program(name, DurabilityProgram.class, assignment.words()),
                scene.directory());
    }

    /**
     * Starts the service and goes through all joins.
     *
     * @return a result with the combinations in the order of the work; a broken promise is part of it
     * @throws IOException when something breaks, or readers hear nothing
     */
    public ExchangeResult run() throws IOException, InterruptedException {
        scene.service().start();
        scene.service().awaitUp(START_PATIENCE);
        expect(reading, TransportProgram.READY);
        expect(writing, TransportProgram.READY);
        reading.tell("observe");
        expect(reading, DurabilityProgram.JOINED);
        mark("before the first write");

        long samples = scene.work().samples();
        Map<JoinTime, List<List<Long>>> arrived = new EnumMap<>(JoinTime.class);
        List<CombinationWriters.Took> took = write(1, Promise.half(samples));
        join(JoinTime.HALF);
        List<CombinationWriters.Took> rest = write(Promise.half(samples) + 1, samples);
        arrived.put(JoinTime.HALF, tell(JoinTime.HALF));
        arrived.put(JoinTime.END, joinAndTell(JoinTime.END));
        replaceWriter();
        arrived.put(JoinTime.EXIT, joinAndTell(JoinTime.EXIT));
        scene.service().kill();
        scene.service().start();
        scene.service().awaitUp(START_PATIENCE);
        arrived.put(JoinTime.RESTART, joinAndTell(JoinTime.RESTART));

        List<ExchangeResult.Policies> policies = new ArrayList<>();
        for (int i = 0; i < took.size(); i++) {
            policies.add(judge(i, took.get(i).and(rest.get(i)), arrived));
        }
        return new ExchangeResult(List.of(), Map.of(), policies);
    }

    private List<CombinationWriters.Took> write(long first, long last) throws IOException, InterruptedException {
        writing.tell("write " + first + " " + last);
        List<CombinationWriters.Took> took = new ArrayList<>();
        for (int i = 0; i < scene.work().combinations().size(); i++) {
            took.add(took(writing.measured(scene.patience()), i));
        }
        mark("after the write of " + last); // the history service has stored it, and present readers have it
        return took;
    }

    private void join(JoinTime join) throws IOException, InterruptedException {
        reading.tell("join " + join);
        expect(reading, DurabilityProgram.JOINED);
        mark("of a reader " + join.text());
    }

    private List<List<Long>> joinAndTell(JoinTime join) throws IOException, InterruptedException {
        join(join);
        return tell(join);
    }

    private List<List<Long>> tell(JoinTime join) throws IOException, InterruptedException {
        reading.tell("tell " + join);
        List<List<Long>> arrived = new ArrayList<>();
        for (int i = 0; i < scene.work().combinations().size(); i++) {
            arrived.add(got(reading.measured(scene.patience()), i));
        }
        // What these have not acknowledged is no longer held for the next ones.
        scene.service().awaitReaders(observers(), scene.patience());
        return arrived;
    }

    private int observers() {
        return (int) scene.work().combinations().stream()
                .filter(Combination::isServed)
                .count();
    }

    /** The writers leave the domain; others on the same topics write marks from then on. */
    private void replaceWriter() throws IOException, InterruptedException {
        writing.tell("end");
        expect(writing, TransportProgram.DONE);
        writing.close();
        writing = start(true, "marks");
        expect(writing, TransportProgram.READY);
    }

    /** Blocks until all readers have a new mark. */
    private void mark(String when) throws IOException, InterruptedException {
        mark++;
        long attempts = Math.max(1, scene.patience().dividedBy(BETWEEN_MARKS));
        String lacking = "";
        for (long i = 0; i < attempts; i++) {
            writing.tell("mark " + mark);
            reading.tell("await " + mark + " " + BETWEEN_MARKS.toMillis());
            String line = reading.measured(scene.patience());
            lacking = line.substring(line.indexOf(' ') + 1);
            if (!line.startsWith(DurabilityProgram.LACKS)) {
                throw new IOException("not what readers lack: " + line);
            }
            if (lacking.equals(Numbers.NONE)) {
                return;
            }
        }
        throw new IOException("no reader heard the mark " + when + " of: " + names(lacking));
    }

    private String names(String ids) {
        List<String> lacking = Arrays.asList(ids.split(",", -1));
        return String.join(
                "; ",
                scene.work().combinations().stream()
                        .filter(combination -> lacking.contains(combination.id()))
                        .map(Combination::name)
                        .toList());
    }

    private static void expect(ProgramProcess program, String word) throws IOException, InterruptedException {
        String line = program.next(PROGRAM_PATIENCE);
        if (!line.equals(word)) {
            throw new IOException("a program said '" + line + "' in place of '" + word + "'");
        }
    }

    private ExchangeResult.Policies judge(
            int combination, CombinationWriters.Took took, Map<JoinTime, List<List<Long>>> arrived) {
        Combination policies = scene.work().combinations().get(combination);
        List<ExchangeResult.Join> joins = new ArrayList<>();
        arrived.forEach((join, numbers) ->
                joins.add(Promise.of(policies, join, scene.work().samples()).judge(join, numbers.get(combination))));
        return new ExchangeResult.Policies(policies.name(), writing(took, scene.work()), joins);
    }

    static ExchangeResult.Writing writing(CombinationWriters.Took took, Work work) {
        double longest = took.longest() / NANOS_PER_MILLI;
        double blocking = work.blocking().toMillis();
        String fault = longest > BLOCKING_TOLERANCE * blocking
                ? String.format(
                        Locale.ROOT, "a write took %.0f ms, the max_blocking_time is %.0f ms", longest, blocking)
                : "";
        return new ExchangeResult.Writing(
                took.all() / NANOS_PER_MICRO / work.samples(), longest, blocking, took.timedOut(), fault);
    }

    /** @param line as {@link DurabilityProgram} writes it */
    static CombinationWriters.Took took(String line, int combination) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != STEP_WORDS
                || !words[0].equals(TransportProgram.STEP)
                || !words[1].equals(Integer.toString(combination))) {
            throw new IOException("not the writes of combination " + combination + ": " + line);
        }
        return new CombinationWriters.Took(
                Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
    }

    /** @param line as {@link DurabilityProgram} writes it */
    static List<Long> got(String line, int combination) throws IOException {
        String[] words = line.split(" ", -1);
        if (words.length != 3
                || !words[0].equals(DurabilityProgram.GOT)
                || !words[1].equals(Integer.toString(combination))) {
            throw new IOException("not what a reader of combination " + combination + " got: " + line);
        }
        return Numbers.parse(words[2]);
    }

    @Override
    public void close() {
        writing.close();
        reading.close();
    }
}
