package org.c4igateway.jms.wire;

import org.c4igateway.core.fault.ErrorCode;

/** Result of decoding what arrived. */
public sealed interface JmsDecodeResult<T> {
    /**
     * It was understood.
     *
     * @param value the decoded value
     */
    record Good<T>(T value) implements JmsDecodeResult<T> {}

    /**
     * It was not; it goes to the dead letters.
     *
     * @param code why
     * @param detail why, for people
     * @param bytes what arrived, cut to {@link MalformedMessages#MAX_BYTES}
     */
    record Bad<T>(ErrorCode code, String detail, byte[] bytes) implements JmsDecodeResult<T> {}
}
