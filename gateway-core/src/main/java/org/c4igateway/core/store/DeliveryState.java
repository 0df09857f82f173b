package org.c4igateway.core.store;

/**
 * Final state of a row for one destination. A row without one is pending (or in flight, which only the node's memory
 * knows and a restart forgets).
 */
public enum DeliveryState {
    /** A receipt says that the destination's inbox holds it. */
    DELIVERED("delivered"),
    /** The middleware took a best-effort message, which gets no receipt. */
    SENT("sent"),
    /** Its validity ended before it was delivered. */
    EXPIRED("expired"),
    /** A newer message about the same subject took its place before it was sent. */
    SUPERSEDED("superseded"),
    /** Refused, here or by the destination; parked with its bytes unless the destination's filter excluded it. */
    REJECTED("rejected");

    private final String label;

    DeliveryState(String label) {
        this.label = label;
    }

    /** @return value in the database and in metrics */
    public String label() {
        return label;
    }
}
