package org.c4igateway.lab.transport.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.c4igateway.lab.transport.End;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * The entry point of the program that sends samples and of the one that takes them. Both are told what to do by lines
 * on their input, and answer each:
 *
 * <pre>
 * hello      lab: begun 81200, lab: sent          the sender writes that the way is open, from these nanoseconds on
 * prime      lab: begun 93210, lab: sent          it writes all primers
 * go         lab: begun 95310, lab: sent          it writes all samples
 * count      lab: got true 500 1000 0 99999       what has arrived, see {@link SampleTally.Count}
 * </pre>
 *
 * It says {@code lab: ready} before, and ends when its input ends. All programs of this machine read one clock.
 */
public final class SamplesProgram {
    static final String BEGUN = "begun";
    static final String SENT = "sent";
    static final String GOT = "got";
    static final String HELLO = "hello";
    static final String PRIME = "prime";
    static final String GO = "go";
    static final String COUNT = "count";

    private SamplesProgram() {}

    /** @param words as {@link SamplesAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            SamplesAssignment assignment = SamplesAssignment.parse(words);
            SampleTexts texts = SampleTexts.draw(assignment);
            if (assignment.end().asks()) {
                send(program, assignment, texts);
            } else {
                take(program, assignment, texts);
            }
        });
    }

    private static void send(TransportProgram program, SamplesAssignment assignment, SampleTexts texts)
            throws IOException {
        try (End end = End.open(assignment.end(), bytes -> {})) {
            program.say(TransportProgram.READY, "");
            BufferedReader in = input();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                program.say(BEGUN, Long.toString(System.nanoTime()));
                switch (line) {
                    case HELLO -> end.send(SampleTexts.HELLO);
                    case PRIME -> sendAll(end, texts.primers());
                    case GO -> sendAll(end, texts.counted());
                    default -> throw new IOException("not a line for a sender: " + line);
                }
                program.say(SENT, "");
            }
        }
    }

    private static void sendAll(End end, List<byte[]> samples) throws IOException {
        for (byte[] sample : samples) {
            end.send(sample);
        }
    }

    private static void take(TransportProgram program, SamplesAssignment assignment, SampleTexts texts)
            throws IOException {
        SampleTally tally = new SampleTally(texts, System::nanoTime);
        try (End end = End.open(assignment.end(), bytes -> take(program, tally, bytes))) {
            program.say(TransportProgram.READY, "");
            BufferedReader in = input();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!line.equals(COUNT)) {
                    throw new IOException("not a line for a receiver: " + line);
                }
                end.requireAlive();
                program.say(GOT, tally.count().text());
            }
        }
    }

    /** Nobody but the lab hears of it when a middleware's thread breaks. */
    private static void take(TransportProgram program, SampleTally tally, byte[] bytes) {
        try {
            tally.accept(bytes);
        } catch (RuntimeException e) {
            program.fail(e);
        }
    }

    private static BufferedReader input() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
}
