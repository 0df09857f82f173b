package org.c4igateway.dbbridge.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Published messages without destinations, which are in no ledger yet.
 *
 * @param state {@code waiting} to be routed, or {@code unclaimed} because nobody subscribes to their topic
 * @param rows how many
 * @param oldest when the oldest of them was published, by the clock of the database; empty when there is none
 */
public record PublicationLine(String state, long rows, Optional<Instant> oldest) {
    /** @return how long the oldest has waited at that instant, in whole seconds; 0 when there is none */
    public long oldestSeconds(Instant at) {
        return oldest.map(since -> Math.max(0, Duration.between(since, at).toSeconds()))
                .orElse(0L);
    }
}
