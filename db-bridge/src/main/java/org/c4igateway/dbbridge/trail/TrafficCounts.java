package org.c4igateway.dbbridge.trail;

import java.time.Duration;
import java.util.Map;

/**
 * Counts of recently sent and received messages.
 *
 * @param sentOver time in which {@code sent} was submitted; positive
 * @param sent messages by topic and destination
 * @param receivedOver time in which {@code received} arrived; positive
 * @param received messages by topic and origin
 */
public record TrafficCounts(Duration sentOver, Map<Key, Long> sent, Duration receivedOver, Map<Key, Long> received) {
    private static final double NANOS_PER_MINUTE = 60e9;

    public TrafficCounts {
        sent = Map.copyOf(sent);
        received = Map.copyOf(received);
    }

    /** Topic and system at the other end. */
    public record Key(String topicId, String system) {}

    /** @return messages per minute submitted for that system */
    public double sentPerMinute(Key key) {
        return perMinute(sent.getOrDefault(key, 0L), sentOver);
    }

    /** @return messages per minute received from that system */
    public double receivedPerMinute(Key key) {
        return perMinute(received.getOrDefault(key, 0L), receivedOver);
    }

    private static double perMinute(long messages, Duration over) {
        return messages * NANOS_PER_MINUTE / over.toNanos();
    }
}
