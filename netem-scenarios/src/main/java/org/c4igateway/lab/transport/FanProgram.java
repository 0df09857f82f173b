package org.c4igateway.lab.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.lab.testbed.Pause;

/**
 * The entry point of programs with several writers or readers of one topic, each with a participant of its own. A
 * sample carries its number and the time of its write, so that readers in other processes of this machine can tell how
 * long it took: all read one clock.
 *
 * <pre>
 * lab: ready                     its ends have met all partners
 * lab: got 17 81200,95310        all ends of this process have sample 17, after so many nanoseconds
 * </pre>
 *
 * A writing program takes lines {@code END BYTES NUMBER} on its input and writes one sample for each. It ends when its
 * input ends.
 */
public final class FanProgram {
    static final String GOT = "got";

    private static final String TOPIC = "LAB_FAN";
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

    private FanProgram() {}

    /** @param words as {@link FanAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            FanAssignment assignment = FanAssignment.parse(words);
            if (assignment.writes()) {
                write(program, assignment);
            } else {
                read(program, assignment);
            }
        });
    }

    private static void write(TransportProgram program, FanAssignment assignment)
            throws IOException, InterruptedException {
        List<DdsWriter<KmtfFrame>> writers = new ArrayList<>();
        for (int i = 0; i < assignment.ends(); i++) {
            DdsParticipant participant = DdsEnd.participant(assignment.carrier(), assignment.device(), List.of());
            writers.add(participant.createWriter(TOPIC, WireType.FRAME, DdsEnd.qos(true, LONGEST_WRITE)));
        }
        await(() -> writers.stream().allMatch(writer -> writer.matchedReaders() >= assignment.partners()));
        program.say(TransportProgram.READY, "");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            ByteBuffer payload = ByteBuffer.allocate(Integer.parseInt(words[1])).putInt(Integer.parseInt(words[2]));
            DdsWriter<KmtfFrame> writer = writers.get(Integer.parseInt(words[0]));
            DdsEnd.write(writer, 0, payload.putLong(System.nanoTime()).array());
        }
    }

    private static void read(TransportProgram program, FanAssignment assignment)
            throws IOException, InterruptedException {
        Tally tally = new Tally(program, assignment.ends());
        List<DdsReader> readers = new ArrayList<>();
        for (int i = 0; i < assignment.ends(); i++) {
            int end = i;
            DdsParticipant participant = DdsEnd.participant(assignment.carrier(), assignment.device(), List.of());
            readers.add(participant.createReader(
                    TOPIC,
                    WireType.FRAME,
                    DdsEnd.qos(true, LONGEST_WRITE),
                    new DdsEnd.Intake(payload -> tally.arrived(end, System.nanoTime(), payload))));
        }
        await(() -> readers.stream().allMatch(reader -> reader.matchedWriters() >= assignment.partners()));
        program.say(TransportProgram.READY, "");
        TransportProgram.awaitEndOfInput();
    }

    private static void await(BooleanSupplier met) throws InterruptedException {
        while (!met.getAsBoolean()) {
            Pause.shortly();
        }
    }

    /** Tells of a sample when all ends of this process have it. One sample is under way at a time. */
    private static final class Tally {
        private final TransportProgram program;
        private final long[] nanos;
        private int number = -1;
        private int left;

        Tally(TransportProgram program, int ends) {
            this.program = program;
            this.nanos = new long[ends];
        }

        void arrived(int end, long now, byte[] payload) {
            ByteBuffer sample = ByteBuffer.wrap(payload);
            String line;
            synchronized (this) {
                int arriving = sample.getInt();
                if (arriving != number) {
                    number = arriving;
                    left = nanos.length;
                }
                nanos[end] = now - sample.getLong();
                left--;
                if (left > 0) {
                    return;
                }
                line = number + " "
                        + Arrays.stream(nanos).mapToObj(Long::toString).collect(Collectors.joining(","));
            }
            program.say(GOT, line);
        }
    }
}
