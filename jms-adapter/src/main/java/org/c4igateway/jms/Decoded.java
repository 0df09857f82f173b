package org.c4igateway.jms;

import org.c4igateway.core.fault.ErrorCode;

/** Result of decoding what arrived. */
sealed interface Decoded<T> {
    /**
     * It was understood.
     *
     * @param value the decoded value
     */
    record Good<T>(T value) implements Decoded<T> {}

    /**
     * It was not; it goes to the dead letters.
     *
     * @param code why
     * @param detail why, for people
     * @param bytes what arrived, cut to {@link Malformed#MAX_BYTES}
     */
    record Bad<T>(ErrorCode code, String detail, byte[] bytes) implements Decoded<T> {}
}
