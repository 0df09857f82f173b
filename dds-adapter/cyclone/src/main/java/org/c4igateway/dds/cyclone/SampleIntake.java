package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.cdr.DecodeOutcome;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.provider.WritingOrder;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes serialized samples out of the library and decodes them. Buffers are shared by all readers: delivery thread
 * only.
 */
final class SampleIntake {
    /** {@code dds_sample_info_t}; padded to the stride of an array of them. */
    static final StructLayout INFO = MemoryLayout.structLayout(
            JAVA_INT.withName("sample_state"),
            JAVA_INT.withName("view_state"),
            JAVA_INT.withName("instance_state"),
            JAVA_BYTE.withName("valid_data"),
            MemoryLayout.paddingLayout(3),
            JAVA_LONG.withName("source_timestamp"),
            JAVA_LONG.withName("instance_handle"),
            JAVA_LONG.withName("publication_handle"),
            JAVA_INT.withName("disposed_generation_count"),
            JAVA_INT.withName("no_writers_generation_count"),
            JAVA_INT.withName("sample_rank"),
            JAVA_INT.withName("generation_rank"),
            JAVA_INT.withName("absolute_generation_rank"),
            MemoryLayout.paddingLayout(4));

    private static final Logger LOG = LoggerFactory.getLogger(SampleIntake.class);
    /** Of a take and of a slice. */
    private static final int MAX_SAMPLES = 256;
    /** Of a slice: what is decoded lies on the heap until the listener returns. */
    private static final int MAX_SLICE_BYTES = 2 * 1_024 * 1_024;
    /** Above what a reader lets wait, so that a take ends although writers go on. */
    private static final int MAX_HELD = 65_536;

    private static final int[] IN_ORDER = IntStream.range(0, MAX_SAMPLES).toArray();
    private static final int COPIED_BYTES = 64 * 1_024;
    static final int ALIVE = 16;
    static final int DISPOSED = 32;
    private static final long STRIDE = INFO.byteSize();
    private static final long STATE = INFO.byteOffset(PathElement.groupElement("instance_state"));
    private static final long VALID = INFO.byteOffset(PathElement.groupElement("valid_data"));
    private static final long INSTANCE = INFO.byteOffset(PathElement.groupElement("instance_handle"));
    private static final long TIMESTAMP = INFO.byteOffset(PathElement.groupElement("source_timestamp"));
    private static final long WRITER = INFO.byteOffset(PathElement.groupElement("publication_handle"));

    /** From 1970 to 2038: what 31 bits of seconds reach. */
    private static final long SIGN_NANOS = (1L << 31) * 1_000_000_000;

    private final MemorySegment serdatas;
    private final MemorySegment infos;
    private final MemorySegment iov;
    private final WritingOrder order = new WritingOrder();
    private final byte[] scratch = new byte[COPIED_BYTES];
    private final ByteBuffer scratchView = ByteBuffer.wrap(scratch);
    private final Map<WireType<?>, WireCodec<?>> codecs = new HashMap<>();

    SampleIntake(Arena arena) {
        this.serdatas = arena.allocate(JAVA_LONG, MAX_SAMPLES);
        this.infos = arena.allocate(INFO, MAX_SAMPLES);
        this.iov = arena.allocate(JAVA_LONG, 2);
    }

    /**
     * Decodes a slice of what waits at a reader, in the order of writing. What waits is taken at one moment, as
     * references: the library gives one instance after the other, so that a part of it has gaps which only look like
     * losses. What does not fit the slice stays with the reader.
     *
     * @param held what the reader has taken before; goes first
     * @param batch takes at most {@value #MAX_SAMPLES} samples of together {@value #MAX_SLICE_BYTES} bytes, or one
     * @return whether there may be more
     */
    <T extends WireRecord> boolean take(int reader, WireType<T> type, HeldSamples held, List<Sample<T>> batch) {
        WireCodec<T> codec = codec(type);
        if (!held.isEmpty()) {
            decode(codec, held, batch);
            return true;
        }
        order.begin();
        int taken = takeOnce(reader);
        if (taken < MAX_SAMPLES) {
            decode(codec, taken, held, batch);
            return !held.isEmpty();
        }
        takeRest(reader, held);
        decode(codec, held, batch);
        return true;
    }

    /** @return number of samples in the buffers */
    private int takeOnce(int reader) {
        int taken = Ddsc.takeCdr(reader, serdatas, MAX_SAMPLES, infos);
        if (taken < 0) {
            LOG.error("taking DDS samples failed: {}", DdscEntity.describe(taken));
            return 0;
        }
        for (int i = 0; i < taken; i++) {
            long info = i * STRIDE;
            order.next(infos.get(JAVA_LONG, info + INSTANCE), sourceNanos(infos.get(JAVA_LONG, info + TIMESTAMP)));
        }
        return taken;
    }

    /** Holds the samples in the buffers, which are full, and takes until the library has no more. */
    private void takeRest(int reader, HeldSamples held) {
        int taken = MAX_SAMPLES;
        hold(taken, held);
        while (taken == MAX_SAMPLES && held.size() < MAX_HELD) {
            order.again();
            taken = takeOnce(reader);
            hold(taken, held);
        }
        if (!order.isOrdered()) {
            held.arrange(order.order());
        }
    }

    private void hold(int taken, HeldSamples held) {
        for (int i = 0; i < taken; i++) {
            held.add(reference(i));
        }
    }

    /** Decodes what fits a slice of the samples in the buffers, and holds the others. */
    private <T extends WireRecord> void decode(WireCodec<T> codec, int taken, HeldSamples held, List<Sample<T>> batch) {
        int[] places = order.isOrdered() ? IN_ORDER : order.order();
        long room = MAX_SLICE_BYTES;
        int done = 0;
        try {
            while (done < taken) {
                HeldSamples.Reference next = reference(places[done]);
                long bytes = next.bytes();
                room -= bytes;
                if (room < 0 && done > 0) {
                    break;
                }
                done++;
                batch.add(sample(codec, next, bytes));
            }
        } finally {
            for (int i = done; i < taken; i++) {
                held.add(reference(places[i]));
            }
        }
    }

    private <T extends WireRecord> void decode(WireCodec<T> codec, HeldSamples held, List<Sample<T>> batch) {
        long room = MAX_SLICE_BYTES;
        while (!held.isEmpty() && batch.size() < MAX_SAMPLES) {
            long bytes = held.first().bytes();
            room -= bytes;
            if (room < 0 && !batch.isEmpty()) {
                return;
            }
            batch.add(sample(codec, held.poll(), bytes));
        }
    }

    private HeldSamples.Reference reference(int place) {
        long info = place * STRIDE;
        return new HeldSamples.Reference(
                serdatas.getAtIndex(JAVA_LONG, place),
                infos.get(JAVA_BYTE, info + VALID) != 0,
                state(infos.get(JAVA_INT, info + STATE)),
                sourceNanos(infos.get(JAVA_LONG, info + TIMESTAMP)),
                infos.get(JAVA_LONG, info + WRITER));
    }

    /** Decodes a sample and gives its memory back. */
    private <T extends WireRecord> Sample<T> sample(WireCodec<T> codec, HeldSamples.Reference taken, long size) {
        try {
            long reference = Ddsc.serdataToRef(taken.serdata(), size, iov);
            try {
                ByteBuffer bytes = bytes(iov.getAtIndex(JAVA_LONG, 0), (int) size);
                return taken.valid()
                        ? data(codec.decode(bytes), bytes, taken)
                        : change(codec.decodeKey(bytes), bytes, taken);
            } finally {
                Ddsc.serdataRefUnref(reference, iov);
            }
        } finally {
            taken.release();
        }
    }

    /**
     * The wire counts seconds in 32 bits. From a peer with a protocol before RTPS 2.3 the library reads them with a
     * sign, so that those from 2038 to 2106 come out before 1970.
     *
     * @return when the sample was written; negative when that is not known
     */
    static long sourceNanos(long timestamp) {
        return timestamp < 0 && timestamp >= -SIGN_NANOS ? timestamp + 2 * SIGN_NANOS : timestamp;
    }

    /** Small samples are copied, which costs less than the objects that look at native memory; large ones are not. */
    private ByteBuffer bytes(long address, int size) {
        if (size > COPIED_BYTES) {
            return Ddsc.MEMORY.asSlice(address, size).asByteBuffer();
        }
        MemorySegment.copy(Ddsc.MEMORY, JAVA_BYTE, address, scratch, 0, size);
        return scratchView.clear().limit(size);
    }

    private static <T extends WireRecord> Sample<T> data(
            DecodeOutcome<T> outcome, ByteBuffer bytes, HeldSamples.Reference taken) {
        return switch (outcome) {
            case DecodeOutcome.Decoded<T>(T value) ->
                new Sample.Data<>(value, taken.state(), taken.sourceNanos(), taken.writer());
            case DecodeOutcome.Malformed<T> malformed ->
                malformed.sample(bytes, taken.state(), taken.sourceNanos(), taken.writer());
        };
    }

    private static <T extends WireRecord> Sample<T> change(
            DecodeOutcome<InstanceKey> outcome, ByteBuffer bytes, HeldSamples.Reference taken) {
        return switch (outcome) {
            case DecodeOutcome.Decoded<InstanceKey>(InstanceKey key) ->
                new Sample.StateChange<>(key, taken.state(), taken.sourceNanos(), taken.writer());
            case DecodeOutcome.Malformed<InstanceKey> malformed ->
                malformed.sample(bytes, taken.state(), taken.sourceNanos(), taken.writer());
        };
    }

    private static InstanceState state(int bits) {
        return switch (bits) {
            case ALIVE -> InstanceState.ALIVE;
            case DISPOSED -> InstanceState.DISPOSED;
            default -> InstanceState.NO_WRITERS;
        };
    }

    @SuppressWarnings("unchecked")
    private <T extends WireRecord> WireCodec<T> codec(WireType<T> type) {
        return (WireCodec<T>) codecs.computeIfAbsent(type, WireType::newCodec);
    }
}
