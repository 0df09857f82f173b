package org.c4igateway.wan.link.record;

import java.util.Objects;
import org.c4igateway.core.message.Precedence;

/**
 * One record to be carried.
 *
 * @param id for the owner; does not cross the link
 * @param precedence its level
 * @param stream what it keeps its order with
 * @param payload its bytes
 * @param handling what is promised about it
 */
public record LinkItem(long id, Precedence precedence, StreamKey stream, Payload payload, DeliveryOptions handling) {
    public LinkItem {
        Objects.requireNonNull(precedence);
        Objects.requireNonNull(stream);
        Objects.requireNonNull(handling);
        if (payload.size() < 1) {
            throw new IllegalArgumentException("a record has at least one byte: " + id);
        }
    }

    public int size() {
        return payload.size();
    }

    public boolean reliable() {
        return handling.reliable();
    }

    public boolean isExpired(long nowNanos) {
        return handling.expiresAtNanos() <= nowNanos;
    }
}
