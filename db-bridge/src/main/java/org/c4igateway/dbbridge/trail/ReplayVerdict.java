package org.c4igateway.dbbridge.trail;

import java.util.Locale;

/** What a replay does with a row for one destination, or with a dead letter of what arrived; or why it does nothing. */
public enum ReplayVerdict {
    /** It is sent again, as a new row. */
    REPLAY,
    /** It is put back before the inbox, and judged again there. */
    READMIT,
    /** No such message or dead letter exists now. */
    UNKNOWN,
    /** It has no final state yet, so it is sent anyway. */
    PENDING,
    /** It was published and nobody subscribed; it has no destination. */
    NOBODY,
    /** It was sent again already; the new row is the one to look at. */
    REPEATED,
    /** The destination has it. */
    DELIVERED,
    /** The destination got a newer message on the same subject instead. */
    SUPERSEDED,
    /** The destination may have it: nobody knows. */
    UNCERTAIN,
    /** It was worthless when it was submitted, so no new time can be given to it. */
    LIFELESS,
    /** Its time is over. */
    EXPIRED,
    /** It waits before the inbox already. */
    WAITING,
    /** The inbox has it. */
    RECEIVED,
    /** The inbox has another message with its identity. */
    CONFLICT,
    /** The dead letter does not hold a whole message. */
    INCOMPLETE;

    static ReplayVerdict of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** @return whether something is done */
    public boolean isAction() {
        return this == REPLAY || this == READMIT;
    }

    /** @return the name in lower case, as SQL and files have it */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
