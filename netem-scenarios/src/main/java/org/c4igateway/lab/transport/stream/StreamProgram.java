package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.c4igateway.lab.transport.End;
import org.c4igateway.lab.transport.TransportProgram;

/**
 * The entry point of both programs of a stream. Lines on its output that the lab reads:
 *
 * <pre>
 * lab: ready                            it receives; or it has met the receiver, and measures from now on
 * lab: reached                          the receiver has so much that it is to be killed
 * lab: step 65536 10000000000 21.5 0.003 0
 *                                       bytes of a chunk and of the stream, seconds, longest gap, megabytes sent again
 * lab: done                             it has sent all streams
 * </pre>
 */
public final class StreamProgram {
    static final String REACHED = "reached";

    /** Share of the volume that is sent first and does not count, so that the JVMs have compiled what is measured. */
    private static final int WARM_UP_SHARE = 20;

    private StreamProgram() {}

    /** @param words as {@link StreamAssignment#words} writes them */
    public static void main(String[] words) {
        TransportProgram.run(program -> {
            StreamAssignment assignment = StreamAssignment.parse(words);
            if (assignment.end().asks()) {
                send(program, assignment);
            } else {
                receive(program, assignment);
            }
        });
    }

    private static void send(TransportProgram program, StreamAssignment assignment)
            throws IOException, InterruptedException {
        List<Integer> chunks = assignment.chunks();
        try (StreamSender sender = new StreamSender(assignment.end())) {
            long first = Math.max(1, assignment.volume() / WARM_UP_SHARE);
            sender.send(new StreamSender.Order(0, chunks.getFirst(), first, 0, () -> {}));
            program.say(TransportProgram.READY, "");
            for (int i = 0; i < chunks.size(); i++) {
                StreamSender.Outcome outcome = sender.send(new StreamSender.Order(
                        i + 1,
                        chunks.get(i),
                        assignment.volume(),
                        assignment.killAt(),
                        () -> program.say(REACHED, "")));
                program.say(
                        TransportProgram.STEP,
                        String.format(
                                Locale.ROOT,
                                "%d %d %.6f %.6f %.6f",
                                chunks.get(i),
                                assignment.volume(),
                                outcome.seconds(),
                                outcome.gapSeconds(),
                                outcome.repeatedMegabytes()));
            }
            program.say(TransportProgram.DONE, "");
            TransportProgram.awaitEndOfInput();
        }
    }

    private static void receive(TransportProgram program, StreamAssignment assignment) throws IOException {
        try (ChunkStore store = ChunkStore.open(assignment.table())) {
            StreamReceiver receiver = new StreamReceiver(Path.of(assignment.checkpoint()), store);
            try (End end = End.open(assignment.end(), bytes -> receive(program, receiver, bytes))) {
                receiver.through(end);
                program.say(TransportProgram.READY, "");
                TransportProgram.awaitEndOfInput();
            }
        }
    }

    /** Nobody but the lab hears of it when a middleware's thread breaks. */
    private static void receive(TransportProgram program, StreamReceiver receiver, byte[] bytes) {
        try {
            receiver.accept(bytes);
        } catch (RuntimeException e) {
            program.fail(e);
        }
    }
}
