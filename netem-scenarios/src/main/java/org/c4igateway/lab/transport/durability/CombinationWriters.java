package org.c4igateway.lab.transport.durability;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * A writer for each combination, in one participant. What it writes are samples of one instance, numbered from 1, and
 * marks, which are samples of another instance: a reader that has a mark has all that it is going to get of what came
 * before. One thread.
 */
final class CombinationWriters implements AutoCloseable {
    /** Origin of marks. */
    static final String MARK = "MARK";

    private static final String WRITER = "WRITER";
    private static final String WARM_UP = "LAB_WARM_UP";

    /** Writes without readers before the first that counts, so that the JVM has compiled what it measures. */
    private static final int WARM_UPS = 3_000;

    /** A writer that finds no room for so many times in a row does not find any. */
    private static final int MOST_ATTEMPTS = 30;

    private final DdsParticipant participant;
    private final List<DdsWriter<KmtfMessage>> writers = new ArrayList<>();
    private final byte[] payload;
    private final LongSupplier nanos;

    /**
     * @param participant which {@link #close} closes
     * @param nanos a clock that is never set
     */
    CombinationWriters(DdsParticipant participant, DurabilityAssignment assignment, LongSupplier nanos) {
        this.participant = participant;
        this.payload = new byte[assignment.bytes()];
        this.nanos = nanos;
        for (Combination combination : assignment.combinations()) {
            writers.add(participant.createWriter(
                    combination.topic(), WireType.MESSAGE, combination.offered(assignment.blocking())));
        }
    }

    /** How some writes of one writer went; times in nanoseconds. */
    record Took(long all, long longest, long timedOut) {
        static final Took NOTHING = new Took(0, 0, 0);

        Took and(Took other) {
            return new Took(all + other.all, Math.max(longest, other.longest), timedOut + other.timedOut);
        }
    }

    /** Writes to a topic that nobody reads. */
    void warmUp() throws IOException {
        try (DdsWriter<KmtfMessage> writer = participant.createWriter(WARM_UP, WireType.MESSAGE, Qos.DEFAULT)) {
            for (int i = 0; i < WARM_UPS; i++) {
                var _ = write(writer, message(i));
            }
        }
    }

    /**
     * Writes samples of one combination; each one that finds no room within the blocking time again.
     *
     * @throws IOException when a sample is refused, or finds no room for a long time
     */
    Took write(int combination, long first, long last) throws IOException {
        Took took = Took.NOTHING;
        for (long number = first; number <= last; number++) {
            took = took.and(write(writers.get(combination), message(number)));
        }
        return took;
    }

    private Took write(DdsWriter<KmtfMessage> writer, KmtfMessage message) throws IOException {
        Took took = Took.NOTHING;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            long begin = nanos.getAsLong();
            WriteResult result = writer.write(message);
            long time = nanos.getAsLong() - begin;
            boolean timedOut = result instanceof WriteResult.TimedOut;
            took = took.and(new Took(time, time, timedOut ? 1 : 0));
            if (result instanceof WriteResult.Written) {
                return took;
            }
            if (!timedOut) {
                throw new IOException("a sample was not written on " + writer.topic() + ": " + result);
            }
        }
        throw new IOException("no room for a sample on " + writer.topic() + " in " + MOST_ATTEMPTS + " writes");
    }

    /** Writes a mark on each topic; one that finds no room is left out, and comes with the next. */
    void mark(long number) throws IOException {
        for (DdsWriter<KmtfMessage> writer : writers) {
            WriteResult result = writer.write(message(MARK, number, new byte[0]));
            if (!(result instanceof WriteResult.Written || result instanceof WriteResult.TimedOut)) {
                throw new IOException("a mark was not written on " + writer.topic() + ": " + result);
            }
        }
    }

    private KmtfMessage message(long number) {
        return message(WRITER, number, payload);
    }

    private static KmtfMessage message(String origin, long number, byte[] payload) {
        return new KmtfMessage(origin, "", number, "", 0, 0, Long.MAX_VALUE, "", List.of(), payload);
    }

    @Override
    public void close() {
        participant.close();
    }
}
