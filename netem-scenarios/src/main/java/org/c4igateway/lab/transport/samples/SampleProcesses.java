package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.ProgramProcess;

/**
 * A program that sends samples and one that takes them, with a bridge between them perhaps. First {@link #warmUp}, over
 * clear links, then {@link #send}, once. Belongs to one thread. {@link #close} kills the programs, not the bridge.
 */
public final class SampleProcesses implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(1);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration TURN = Duration.ofMillis(200);

    private final Scene scene;
    private final LongSupplier nanos;
    private final ProgramProcess taking;
    private final ProgramProcess sending;

    /**
     * Which programs.
     *
     * @param enterSending words that make a command run where the sender is
     * @param enterTaking the same for the receiver
     * @param sending what the sender does
     * @param taking what the receiver does
     * @param bridge between them, which runs already
     * @param ending when it is over
     * @param directory for logs
     */
    public record Scene(
            List<String> enterSending,
            List<String> enterTaking,
            SamplesAssignment sending,
            SamplesAssignment taking,
            Bridge bridge,
            SampleEnding ending,
            Path directory) {}

    /**
     * What it came to.
     *
     * @param asked samples that were to be written
     * @param arrived of those, each once
     * @param doubled arrivals of samples that had arrived before
     * @param seconds from before the first write to the last arrival; no number when none arrived
     * @param complete whether it ended as it should, not by the time limit
     * @param used what each process used, without the start and the warm-up
     */
    public record Outcome(
            int asked, int arrived, long doubled, double seconds, boolean complete, Map<String, ProcessFigures> used) {
        public Outcome {
            used = Map.copyOf(used);
        }
    }

    private SampleProcesses(Scene scene, ClassPathFile classPath, LongSupplier nanos)
            throws IOException, InterruptedException {
        this.scene = scene;
        this.nanos = nanos;
        this.taking = start(scene.enterTaking(), classPath, "takes", scene.taking());
        try {
            this.sending = start(scene.enterSending(), classPath, "sends", scene.sending());
        } catch (IOException | InterruptedException | RuntimeException e) {
            taking.close();
            throw e;
        }
    }

    /**
     * Starts both. Blocks until their ends are open.
     *
     * @throws org.c4igateway.lab.transport.CannotRunException when this machine lacks what the carrier needs
     */
    public static SampleProcesses start(Scene scene, ClassPathFile classPath) throws IOException, InterruptedException {
        return new SampleProcesses(scene, classPath, System::nanoTime);
    }

    private ProgramProcess start(List<String> enter, ClassPathFile classPath, String name, SamplesAssignment assignment)
            throws IOException, InterruptedException {
        ProgramProcess started = ProgramProcess.start(
                enter,
                classPath,
                new ProgramProcess.Program(name, SamplesProgram.class, assignment.words()),
                scene.directory());
        try {
            started.next(START_PATIENCE);
            return started;
        } catch (IOException | InterruptedException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /**
     * Blocks until the way is open and the primers have gone over it.
     *
     * @throws IOException when it does not open within a minute, or a primer is lost where nothing may be
     */
    public void warmUp() throws IOException, InterruptedException {
        long deadline = nanos.getAsLong() + START_PATIENCE.toNanos();
        while (!count().met()) {
            if (nanos.getAsLong() > deadline) {
                throw new IOException("nothing arrived over clear links for " + START_PATIENCE.toSeconds() + " s");
            }
            begin(SamplesProgram.HELLO);
            sending.next(ANSWER);
            Pause.shortly();
        }
        begin(SamplesProgram.PRIME);
        sending.next(START_PATIENCE);
        int wanted = scene.sending().counts().primers();
        SampleEnding.Watch watch = scene.ending().overClearLinks().begin(wanted, nanos.getAsLong());
        SampleEnding.State state;
        do {
            Pause.of(TURN);
            state = watch.look(count().primers(), nanos.getAsLong());
        } while (state == SampleEnding.State.GOES_ON);
        if (state == SampleEnding.State.TOO_LATE) {
            throw new IOException("the warm-up over clear links did not end");
        }
    }

    /** Sends all samples at once, and blocks until it is over. */
    public Outcome send() throws IOException, InterruptedException {
        Map<String, ProcessFigures> begun = figures();
        long doubledBefore = count().doubled();
        int wanted = scene.sending().counts().counted();
        SampleEnding.Watch watch = scene.ending().begin(wanted, nanos.getAsLong());
        long firstNanos = begin(SamplesProgram.GO);
        boolean sent = false;
        SampleTally.Count count;
        SampleEnding.State state;
        do {
            if (sent) {
                Pause.of(TURN);
            } else {
                sent = sending.poll(TURN).isPresent(); // throws when the sender breaks
            }
            count = count();
            state = watch.look(count.counted(), nanos.getAsLong());
        } while (state == SampleEnding.State.GOES_ON);
        return new Outcome(
                wanted,
                count.counted(),
                count.doubled() - doubledBefore,
                count.counted() == 0 ? Double.NaN : (count.lastNanos() - firstNanos) / 1e9,
                state == SampleEnding.State.OVER,
                ProcessFigures.since(figures(), begun));
    }

    /** Tells the sender what to write; returns when it has begun. */
    private long begin(String what) throws IOException, InterruptedException {
        sending.tell(what);
        String line = sending.next(ANSWER);
        String[] words = line.split(" ", -1);
        if (words.length != 2 || !words[0].equals(SamplesProgram.BEGUN)) {
            throw new IOException("not the beginning of '" + what + "': " + line);
        }
        return Long.parseLong(words[1]);
    }

    private SampleTally.Count count() throws IOException, InterruptedException {
        scene.bridge().requireAlive();
        taking.tell(SamplesProgram.COUNT);
        return SampleTally.Count.parse(taking.next(ANSWER));
    }

    private Map<String, ProcessFigures> figures() throws IOException {
        Map<String, ProcessFigures> figures = new LinkedHashMap<>();
        figures.put("sends", sending.figures());
        figures.put("takes", taking.figures());
        figures.putAll(scene.bridge().figures());
        return figures;
    }

    @Override
    public void close() {
        sending.close();
        taking.close();
    }
}
