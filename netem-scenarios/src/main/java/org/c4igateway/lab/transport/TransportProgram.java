package org.c4igateway.lab.transport;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.lab.stats.Histograms;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of both programs of an exchange. Lines on its output that the lab reads begin with {@link #MARK}:
 *
 * <pre>
 * lab: ready                            it answers; or it has met its partner and measures from now on
 * lab: step 1024 10000 9998 HISTAAAA…   bytes, round trips asked, answered, histogram of nanoseconds
 * lab: done                             it has measured all
 * lab: cannot …                         this machine lacks what it needs, with the reason
 * lab: failed …                         it broke, with the reason
 * </pre>
 *
 * It ends when its input ends, or by {@code cannot} or {@code failed}.
 */
public final class TransportProgram {
    /** Before the first size this many times its primers, so that the JVM has compiled what it measures. */
    private static final int WARM_UPS = 10;

    static final String MARK = "lab: ";
    public static final String READY = "ready";
    public static final String STEP = "step";
    public static final String DONE = "done";
    static final String CANNOT = "cannot";
    static final String FAILED = "failed";

    private final PrintStream out;

    private TransportProgram(PrintStream out) {
        this.out = out;
    }

    /** @param words as {@link Assignment#words} writes them */
    public static void main(String[] words) {
        run(program -> {
            Assignment assignment = Assignment.parse(words);
            if (assignment.end().asks()) {
                program.ask(assignment);
            } else {
                program.answer(assignment);
            }
        });
    }

    /** What a program does. */
    @FunctionalInterface
    public interface Body {
        /** @param program to say by what the lab shall hear */
        void run(TransportProgram program) throws IOException, InterruptedException;
    }

    /** Does it in this process, says so if it breaks, and ends the process. */
    public static void run(Body body) {
        TransportProgram program = new TransportProgram(System.out);
        try {
            body.run(program);
        } catch (DdsUnavailableException e) {
            program.say(CANNOT, e.getMessage() + ". " + e.remedy());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            program.fail(e);
        }
        System.exit(0); // a middleware may leave threads
    }

    /** Says that it broke, and ends the process. Safe for concurrent use, also in a thread of a middleware. */
    public void fail(Exception reason) {
        say(FAILED, reason.toString());
        System.exit(0);
    }

    private void ask(Assignment assignment) throws IOException, InterruptedException {
        RoundTrips roundTrips = new RoundTrips(assignment.end().reliable());
        Assignment.Ladder ladder = assignment.ladder();
        try (End end = End.open(assignment.end(), roundTrips)) {
            roundTrips.through(end);
            roundTrips.meet();
            var _ = roundTrips.make(Collections.max(ladder.sizes()), 0, WARM_UPS * Math.max(1, ladder.primers()));
            say(READY, "");
            for (int size : ladder.sizes()) {
                Histogram nanos = roundTrips.make(size, ladder.primers(), ladder.roundTrips());
                say(
                        STEP,
                        size + " " + ladder.roundTrips() + " " + nanos.getTotalCount() + " " + Histograms.write(nanos));
            }
            say(DONE, "");
            awaitEndOfInput(); // the lab still reads what this process has used
        }
    }

    public static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // nothing is said on it
        }
    }

    private void answer(Assignment assignment) throws IOException {
        AtomicReference<End> opened = new AtomicReference<>();
        try (End end = End.open(assignment.end(), asked -> answer(opened.get(), assignment.echo(), asked))) {
            opened.set(end);
            say(READY, "");
            awaitEndOfInput();
        }
    }

    /** Answers a payload; nothing before the end is open. */
    static void answer(@Nullable End end, boolean echo, byte[] asked) {
        if (end == null) {
            return; // it comes again: nobody measures before the first answer
        }
        try {
            end.send(echo ? asked : Arrays.copyOf(asked, RoundTrips.NUMBER_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Says a line that the lab reads. Safe for concurrent use. */
    public synchronized void say(String word, String rest) {
        out.println((MARK + word + " " + rest).strip());
        out.flush();
    }
}
