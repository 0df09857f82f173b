package org.c4igateway.dbbridge.resync;

import java.util.Objects;

/**
 * One message about which two systems disagree.
 *
 * @param kind how
 * @param sequence number given by its origin
 * @param about topic, time and destinations as far as they are known, for people
 */
public record HoldingsDifference(Kind kind, long sequence, String about) {
    public HoldingsDifference {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(about);
    }

    /** How two systems disagree. "Here" is where the file is compared, "there" where it was exported. */
    public enum Kind {
        /** Received there from here, and not in the outbox here: submitted after the backup that was restored here. */
        NOT_IN_OUTBOX,
        /** Delivered according to here, and not received there: received after the backup that was restored there. */
        LOST_THERE,
        /** Delivered according to here, and what was received there under that number is another message. */
        OTHER_CONTENT,
        /** Delivered according to there, and not received here: received after the backup that was restored here. */
        LOST_HERE,
        /** Delivered according to there, and what was received here under that number is another message. */
        OTHER_CONTENT_HERE;

        /** @return whether sending again from here mends it */
        public boolean isReplayable() {
            return this == LOST_THERE || this == OTHER_CONTENT;
        }
    }
}
