package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireMember;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.c4igateway.dds.cyclone.library.StatusKind;
import org.jspecify.annotations.Nullable;

/** Encodes into one buffer, which grows to the largest sample, and hands the CDR to the library, which copies it. */
final class CycloneWriter<T extends WireRecord> implements DdsWriter<T>, WaitsetLoop.Source {
    private static final int SERDATA_KIND_DATA = 2;
    private static final int INITIAL_BYTES = 1_024;
    private static final int KEY_SAMPLE_BYTES = 256;
    /** Start of {@code struct ddsi_serdata}: what all samples of the library begin with. */
    private static final MemoryLayout SERDATA = MemoryLayout.structLayout(
            ADDRESS.withName("ops"),
            JAVA_INT.withName("hash"),
            JAVA_INT.withName("refc"),
            JAVA_INT.withName("kind"),
            MemoryLayout.paddingLayout(4),
            ADDRESS.withName("type"),
            JAVA_LONG.withName("timestamp"),
            JAVA_INT.withName("statusinfo"));

    private static final long TIMESTAMP = SERDATA.byteOffset(PathElement.groupElement("timestamp"));
    /** The time that a new sample carries. */
    private static final long NO_TIME = Long.MIN_VALUE;

    private static final WriteResult CLOSED = WriteResult.Closed.INSTANCE;
    private static final WriteResult REFUSED = new WriteResult.Refused("the library refused the encoded sample");

    private final CycloneParticipant participant;
    private final String topic;
    private final WireType<T> type;
    private final WireCodec<T> codec;
    private final int entity;
    private final long sertype;
    private final Arena arena;
    private final MemorySegment iov;
    private final ReentrantLock turn = new ReentrantLock();
    private MemorySegment buffer = MemorySegment.NULL;
    private ByteBuffer view = ByteBuffer.allocate(0);
    private volatile boolean closed;
    private @Nullable WaitsetLoop loop;
    private long cookie;

    CycloneWriter(CycloneParticipant participant, String topic, WireType<T> type, int entity) {
        this.participant = participant;
        this.topic = topic;
        this.type = type;
        this.codec = type.newCodec();
        this.entity = entity;
        this.sertype = DdscEntity.sertype(entity);
        this.arena = Arena.ofShared();
        this.iov = arena.allocate(JAVA_LONG, 2);
    }

    int entity() {
        return entity;
    }

    void attach(WaitsetLoop thread) {
        DdscEntity.setStatusMask(entity, StatusKind.mask(StatusKind.OF_WRITERS));
        loop = thread;
        cookie = thread.attach(entity, this);
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public WriteResult write(T value) {
        turn.lock();
        try {
            if (closed) {
                return CLOSED;
            }
            encode(value);
            return writeBuffer(view.position());
        } finally {
            turn.unlock();
        }
    }

    @Override
    public WriteResult write(T value, long sourceNanos) {
        if (sourceNanos < 0) {
            return new WriteResult.Refused("time of writing is negative: " + sourceNanos);
        }
        turn.lock();
        try {
            if (closed) {
                return CLOSED;
            }
            encode(value);
            return forwardBuffer(view.position(), sourceNanos);
        } finally {
            turn.unlock();
        }
    }

    private void encode(T value) {
        reserve(codec.maxEncodedBytes(value));
        view.clear();
        codec.encode(value, view);
    }

    private WriteResult writeBuffer(int bytes) {
        long serdata = serdata(bytes);
        return serdata == 0 ? REFUSED : result(Ddsc.writeCdr(entity, serdata));
    }

    private WriteResult forwardBuffer(int bytes, long sourceNanos) {
        long serdata = serdata(bytes);
        if (serdata == 0) {
            return REFUSED;
        }
        MemorySegment sample = Ddsc.MEMORY.asSlice(serdata, SERDATA.byteSize());
        if (sample.get(JAVA_LONG, TIMESTAMP) != NO_TIME) {
            Ddsc.serdataUnref(serdata);
            return new WriteResult.Refused("the library keeps the time of writing at another place");
        }
        sample.set(JAVA_LONG, TIMESTAMP, sourceNanos);
        return result(Ddsc.forwardCdr(entity, serdata));
    }

    /** @return a sample of the buffer's first bytes, or 0 when the library finds them invalid */
    private long serdata(int bytes) {
        iov.setAtIndex(JAVA_LONG, 0, buffer.address());
        iov.setAtIndex(JAVA_LONG, 1, bytes);
        return Ddsc.serdataFromIov(sertype, SERDATA_KIND_DATA, iov, bytes);
    }

    @Override
    public WriteResult dispose(T value) {
        return withKey(value, DdscEntity::dispose);
    }

    @Override
    public WriteResult unregister(T value) {
        return withKey(value, DdscEntity::unregister);
    }

    private interface KeyOperation {
        int call(int writer, MemorySegment keySample);
    }

    private WriteResult withKey(T value, KeyOperation operation) {
        turn.lock();
        try (Arena scratch = Arena.ofConfined()) {
            return closed ? CLOSED : result(operation.call(entity, keySample(scratch, value)));
        } finally {
            turn.unlock();
        }
    }

    /** A sample in C layout of which the library reads the key members only; these come first in every wire type. */
    private MemorySegment keySample(Arena scratch, T value) {
        MemorySegment sample = scratch.allocate(KEY_SAMPLE_BYTES, ADDRESS.byteAlignment());
        int at = 0;
        for (String part : type.keyOf(value).parts()) {
            if (type.members().get(at).kind() == WireMember.Kind.OCTET) {
                sample.set(JAVA_BYTE, at * ADDRESS.byteSize(), (byte) Integer.parseInt(part));
            } else {
                sample.set(ADDRESS, at * ADDRESS.byteSize(), scratch.allocateFrom(part));
            }
            at++;
        }
        return sample;
    }

    private void reserve(int bytes) {
        if (buffer.byteSize() < bytes) {
            long size = Math.max(INITIAL_BYTES, Long.highestOneBit(bytes) * 2L);
            buffer = arena.allocate(size, Long.BYTES);
            view = buffer.asByteBuffer();
        }
    }

    private static WriteResult result(int code) {
        return switch (code) {
            case Ddsc.OK -> WriteResult.Written.INSTANCE;
            case Ddsc.TIMEOUT -> WriteResult.TimedOut.INSTANCE;
            case Ddsc.ALREADY_DELETED -> CLOSED;
            // What the sample is made of was judged when it was encoded: all else is a matter of the library's state.
            default -> new WriteResult.Failed(code, DdscEntity.describe(code));
        };
    }

    @Override
    public void flush() {
        if (!closed) {
            Ddsc.writeFlush(entity);
        }
    }

    @Override
    public int matchedReaders() {
        return closed ? 0 : DdscEntity.matchedReaders(entity);
    }

    @Override
    public boolean awaitAcknowledged(Duration timeout) {
        flush();
        return !closed && DdscEntity.waitForAcks(entity, timeout.toNanos()) == Ddsc.OK;
    }

    @Override
    public boolean deliver(WaitsetLoop thread) {
        if (!closed) {
            thread.statuses().report(entity, topic, StatusKind.OF_WRITERS);
        }
        return false;
    }

    @Override
    public void close() {
        turn.lock();
        try {
            if (closed) {
                return;
            }
            flush();
            closed = true;
            participant.forget(this);
            if (loop != null) {
                loop.detach(entity, cookie);
            }
            DdscEntity.delete(entity);
            arena.close();
        } finally {
            turn.unlock();
        }
    }
}
