package org.c4igateway.wan.link;

import java.util.Objects;
import java.util.Optional;

/**
 * Delivery options of a record.
 *
 * @param reliable whether it is repaired until every receiver has it; otherwise it is sent once
 * @param expiresAtNanos from then on it is neither sent nor repaired; {@link Long#MAX_VALUE} for never
 * @param subject when present, a newer record of the same stream about the same subject takes the place of this one
 *     while it waits
 */
public record Handling(boolean reliable, long expiresAtNanos, Optional<String> subject) {
    public Handling {
        Objects.requireNonNull(subject);
    }

    /** Repaired until it has arrived or expired. */
    public static Handling reliable(long expiresAtNanos) {
        return new Handling(true, expiresAtNanos, Optional.empty());
    }

    /** Sent once. */
    public static Handling bestEffort(long expiresAtNanos) {
        return new Handling(false, expiresAtNanos, Optional.empty());
    }

    /** Sent once; only the newest about the subject. */
    public static Handling newestOf(String subject, long expiresAtNanos) {
        return new Handling(false, expiresAtNanos, Optional.of(subject));
    }
}
