package org.c4igateway.dds.api.cdr;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * Result of decoding bytes from the wire; malformed input is a result, never an exception.
 *
 * @param <T> what was to be decoded
 */
public sealed interface DecodeOutcome<T> {
    /** Well-formed. */
    record Decoded<T>(T value) implements DecodeOutcome<T> {
        public Decoded {
            Objects.requireNonNull(value);
        }
    }

    /**
     * Not of this type.
     *
     * @param reason for people
     * @param offsetBytes where, counted from the start of the encapsulation header
     */
    record Malformed<T>(String reason, int offsetBytes) implements DecodeOutcome<T> {
        /** Of a malformed sample at most so many bytes are kept. */
        private static final int KEPT_BYTES = 64 * 1_024;

        public Malformed {
            Objects.requireNonNull(reason);
        }

        /**
         * @param bytes all that arrived, from 0 to the limit; copied as far as they are kept
         * @return the sample as a reader gives it to its listener; the other parameters as there
         */
        public <S extends WireRecord> Sample<S> sample(
                ByteBuffer bytes, InstanceState state, long sourceNanos, long writer) {
            byte[] start = new byte[Math.min(bytes.limit(), KEPT_BYTES)];
            bytes.get(0, start);
            return new Sample.Malformed<>(reason + " at offset " + offsetBytes, start, state, sourceNanos, writer);
        }
    }
}
