package org.c4igateway.dds.api.sample;

import java.util.Objects;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * A sample as a reader delivers it.
 *
 * @param <T> type of the data
 */
public sealed interface Sample<T extends WireRecord> {
    /** @return state of the instance when the sample was taken */
    InstanceState state();

    /** @return when it was written, by the writer's clock, nanoseconds since the epoch */
    long sourceNanos();

    /**
     * @return who wrote it: a handle that {@link DdsReader#hasWriter} of its reader knows while that writer is there
     */
    long writer();

    /**
     * Data. The state may be other than alive: when the instance has gone since, this sample tells it and no state
     * change follows.
     */
    record Data<T extends WireRecord>(T value, InstanceState state, long sourceNanos, long writer)
            implements Sample<T> {
        public Data {
            Objects.requireNonNull(value);
            Objects.requireNonNull(state);
        }
    }

    /** A change of the instance's state without data. */
    record StateChange<T extends WireRecord>(InstanceKey key, InstanceState state, long sourceNanos, long writer)
            implements Sample<T> {
        public StateChange {
            Objects.requireNonNull(key);
            Objects.requireNonNull(state);
        }
    }

    /**
     * A sample that is not of the reader's type.
     *
     * @param reason for people
     * @param bytes first 64 KiB of what arrived, with the encapsulation header
     */
    record Malformed<T extends WireRecord>(
            String reason, byte[] bytes, InstanceState state, long sourceNanos, long writer) implements Sample<T> {
        public Malformed {
            Objects.requireNonNull(reason);
            Objects.requireNonNull(state);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return "malformed (" + bytes.length + " bytes): " + reason;
        }
    }
}
