package org.c4igateway.core.transport;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * An endpoint of this node and one of another participant that have the same topic and do not hear each other.
 *
 * @param topic its name in the middleware
 * @param sends whether this node's end is the one that sends
 * @param other whose the other end is: a system, or what else is known of it
 * @param causes at least one
 */
public record EndpointMismatch(String topic, boolean sends, String other, List<Cause> causes) {
    public EndpointMismatch {
        Objects.requireNonNull(topic);
        Objects.requireNonNull(other);
        causes = List.copyOf(causes);
        if (causes.isEmpty()) {
            throw new IllegalArgumentException("a mismatch has a cause: " + topic);
        }
    }

    /**
     * What keeps the two apart.
     *
     * @param policy its name as in DDS 1.4, or TYPE
     * @param offered by the end that sends
     * @param requested by the end that receives
     */
    public record Cause(String policy, String offered, String requested) {
        public Cause {
            Objects.requireNonNull(policy);
            Objects.requireNonNull(offered);
            Objects.requireNonNull(requested);
        }

        @Override
        public String toString() {
            return policy + ": offered " + offered + ", requested " + requested;
        }
    }

    /** @return the same in English words */
    public String text() {
        String apart = causes.stream().map(Cause::toString).collect(Collectors.joining("; "));
        return topic + (sends ? " from here to " : " to here from ") + other + ": " + apart;
    }
}
