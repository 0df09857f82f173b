package org.c4igateway.wan.link.record;

/** Final outcome of a record. Each accepted record ends exactly once. */
public enum RecordOutcome {
    /** Reliable, and every receiver confirmed that it has handed it on. */
    ACKED,
    /** Best effort, and all of it was sent. */
    SENT,
    /** It expired. Some receivers may have it. */
    EXPIRED,
    /** A newer one took its place. Some receivers may have it. */
    SUPERSEDED,
    /** It had to make room for something more urgent or newer. */
    DROPPED_FOR_ROOM,
    /** It found no room or had to make room; its origin has it and sends it again. */
    RETURNED,
    /** Larger than the link carries, or than what a frame that has to be repaired has room for. */
    DROPPED_TOO_LARGE,
    /** Its bytes are no longer readable. */
    DROPPED_UNREADABLE,
    /** A receiver that was away for long did not get it; the others have it. */
    DROPPED_FOR_ABSENT;

    /** @return whether a receiver does not get what was promised */
    public boolean isLoss() {
        return switch (this) {
            case ACKED, SENT, SUPERSEDED, RETURNED -> false;
            case EXPIRED, DROPPED_FOR_ROOM, DROPPED_TOO_LARGE, DROPPED_UNREADABLE, DROPPED_FOR_ABSENT -> true;
        };
    }
}
