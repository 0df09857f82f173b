package org.c4igateway.lab.transport.entities;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * The entry point of the programs with the ends of pairs. Lines on its output that the lab
 * reads:
 *
 * <pre>
 * lab: ready           it can be told to join
 * lab: met             each of its ends has met its partner
 * lab: arrived         this program has read a sample of each pair
 * </pre>
 *
 * Lines on its input: {@code join} opens its ends, {@code write} has it write a sample of each pair. It ends when its
 * input ends.
 */
public final class EntitiesProgram {
    static final String MET = "met";
    static final String ARRIVED = "arrived";
    static final String JOIN = "join";
    static final String WRITE = "write";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    private EntitiesProgram() {}

    /** @param words as {@link EntitiesAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            join(program, EntitiesAssignment.parse(words));
        });
    }

    private static void join(TransportProgram program, EntitiesAssignment assignment)
            throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        program.say(TransportProgram.READY, "");
        await(in, JOIN);
        PairArrivals arrivals = new PairArrivals(assignment.pairs().count(), () -> program.say(ARRIVED, ""));
        try (Entities entities = Entities.open(assignment, arrivals)) {
            while (!entities.met()) {
                Pause.of(BETWEEN_LOOKS);
            }
            program.say(MET, "");
            if (assignment.role() == EntitiesAssignment.Role.WRITES) {
                await(in, WRITE);
                entities.writeAll();
            }
            while (in.readLine() != null) {
                // nothing more is said on it
            }
        }
    }

    private static void await(BufferedReader in, String word) throws IOException {
        String line = in.readLine();
        if (!word.equals(line)) {
            throw new IOException("not " + word + ": " + line);
        }
    }
}
