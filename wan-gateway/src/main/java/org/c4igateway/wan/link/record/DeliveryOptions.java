package org.c4igateway.wan.link.record;

import java.util.Objects;
import java.util.Optional;

/**
 * Delivery options of a record.
 *
 * @param reliable whether it is repaired until every receiver has it; otherwise it is sent once
 * @param resent whether its origin sends it again until it gets a receipt: without room it is returned, not given up
 * @param expiresAtNanos from then on it is neither sent nor repaired; {@link Long#MAX_VALUE} for never
 * @param subject when present, a newer record of the same stream about the same subject takes the place of this one
 *     while it waits
 */
public record DeliveryOptions(boolean reliable, boolean resent, long expiresAtNanos, Optional<String> subject) {
    public DeliveryOptions {
        Objects.requireNonNull(subject);
    }

    /** Repaired until it has arrived or expired. */
    public static DeliveryOptions reliable(long expiresAtNanos) {
        return new DeliveryOptions(true, false, expiresAtNanos, Optional.empty());
    }

    /** Repaired until it has arrived or expired; its origin has it until then. */
    public static DeliveryOptions resent(long expiresAtNanos) {
        return new DeliveryOptions(true, true, expiresAtNanos, Optional.empty());
    }

    /** Repaired until it has arrived; only the newest about the subject. Never gives way: it is not repeated. */
    public static DeliveryOptions latestOf(String subject) {
        return new DeliveryOptions(true, false, Long.MAX_VALUE, Optional.of(subject));
    }

    /** Whether it finds room in a full queue and keeps it; there are few such subjects. */
    public boolean isState() {
        return reliable && subject.isPresent();
    }

    /** Sent once. */
    public static DeliveryOptions bestEffort(long expiresAtNanos) {
        return new DeliveryOptions(false, false, expiresAtNanos, Optional.empty());
    }

    /** Sent once; only the newest about the subject. */
    public static DeliveryOptions newestOf(String subject, long expiresAtNanos) {
        return new DeliveryOptions(false, false, expiresAtNanos, Optional.of(subject));
    }
}
