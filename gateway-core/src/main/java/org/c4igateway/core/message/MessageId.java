package org.c4igateway.core.message;

import java.util.Objects;

/**
 * Identity of a message, unique over time: the system that submitted it and that system's sequence number.
 *
 * @param origin system that submitted the message
 * @param sequence number given by the origin's outbox, from 1 upwards
 */
public record MessageId(SystemName origin, long sequence) {
    public MessageId {
        Objects.requireNonNull(origin);
        if (sequence < 1) {
            throw new IllegalArgumentException("sequence must be positive: " + sequence);
        }
    }

    @Override
    public String toString() {
        return origin + "#" + sequence;
    }
}
