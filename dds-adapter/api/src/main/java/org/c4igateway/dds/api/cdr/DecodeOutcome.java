package org.c4igateway.dds.api.cdr;

import java.util.Objects;

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
        public Malformed {
            Objects.requireNonNull(reason);
        }
    }
}
