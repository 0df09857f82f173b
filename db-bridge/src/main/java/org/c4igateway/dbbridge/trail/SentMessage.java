package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;

/**
 * A message of the outbox, without its payload.
 *
 * @param sequence identity within this system
 * @param expiresAt after it the message ends as expired; empty means never
 * @param label classification
 * @param subject what a message of a periodic topic is about; possibly empty
 * @param steps its final states, by destination; a destination without one is pending
 */
public record SentMessage(
        long sequence,
        Instant createdAt,
        Optional<Instant> expiresAt,
        String topicId,
        Precedence precedence,
        List<String> destinations,
        String label,
        String subject,
        int payloadBytes,
        List<DeliveryStep> steps) {
    public SentMessage {
        destinations = List.copyOf(destinations);
        steps = List.copyOf(steps);
    }

    /** @return destinations without a final state */
    public List<String> pending() {
        return destinations.stream()
                .filter(destination ->
                        steps.stream().noneMatch(step -> step.destination().equals(destination)))
                .toList();
    }
}
