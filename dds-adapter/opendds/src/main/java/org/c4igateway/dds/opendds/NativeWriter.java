package org.c4igateway.dds.opendds;

import DDS.DataWriter;
import DDS.Time_t;
import java.nio.ByteBuffer;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.opendds.status.ReturnCode;

/**
 * Gives samples to a writer of OpenDDS as bytes. Each operation returns the code of OpenDDS and keeps nothing of its
 * argument. One thread at a time; {@link #close} comes last and before the writer is deleted.
 *
 * @param <T> the record
 */
final class NativeWriter<T extends WireRecord> {
    private static final int KEPT_BYTES = 65_536;
    private static final Time_t NO_TIME = new Time_t(0, 0);
    private static final int WRITE = 0;
    private static final int WRITE_AT = 1;
    private static final int DISPOSE = 2;
    private static final int UNREGISTER = 3;

    private final WireCodec<T> codec;
    private final long writer;
    private ByteBuffer buffer = ByteBuffer.allocate(1_024);

    NativeWriter(DataWriter writer, WireType<T> type) {
        this.codec = type.newCodec();
        this.writer = ReturnCode.opened(NativeTypes.openWriter(writer, type.name()), "write " + type.name());
    }

    int write(T value) {
        return apply(WRITE, value, NO_TIME);
    }

    int write(T value, Time_t time) {
        return apply(WRITE_AT, value, time);
    }

    int dispose(T value) {
        return apply(DISPOSE, value, NO_TIME);
    }

    int unregister(T value) {
        return apply(UNREGISTER, value, NO_TIME);
    }

    private int apply(int operation, T value, Time_t time) {
        int size = codec.maxEncodedBytes(value);
        ByteBuffer target = size <= buffer.capacity() ? buffer.clear() : ByteBuffer.allocate(size);
        if (size <= KEPT_BYTES) {
            buffer = target;
        }
        codec.encode(value, target);
        return NativeTypes.apply(writer, operation, target.array(), target.position(), time.sec, time.nanosec);
    }

    void close() {
        NativeTypes.closeWriter(writer);
    }
}
