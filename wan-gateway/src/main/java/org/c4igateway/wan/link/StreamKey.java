package org.c4igateway.wan.link;

import java.util.Objects;

/**
 * Within one precedence, what has the same key arrives in the order in which it was offered.
 *
 * @param origin system that made the message
 * @param topic its topic
 */
public record StreamKey(String origin, String topic) {
    public StreamKey {
        Objects.requireNonNull(origin);
        Objects.requireNonNull(topic);
    }
}
