package org.c4igateway.wan.link.record;

import java.util.Objects;

/**
 * Within one precedence, records with the same key arrive in the order in which they were offered.
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
