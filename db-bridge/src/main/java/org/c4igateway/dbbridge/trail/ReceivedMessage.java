package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;

/**
 * A message of the inbox, without its payload.
 *
 * @param receivedId grows in commit order
 * @param origin system that submitted it
 * @param originSequence its identity there
 * @param createdAt when it was submitted, by the clock of its origin
 * @param finding the worst that the node found in the payload, with its place
 */
public record ReceivedMessage(
        long receivedId,
        Instant receivedAt,
        String origin,
        long originSequence,
        String topicId,
        Precedence precedence,
        List<String> destinations,
        Instant createdAt,
        Optional<Instant> expiresAt,
        String label,
        String subject,
        Optional<String> finding) {
    public ReceivedMessage {
        destinations = List.copyOf(destinations);
    }
}
