package org.c4igateway.wan.route.outlet;

import java.util.Locale;

/** Reason why a message or receipt was not passed to a link, or not accepted from one. */
public enum Discard {
    /** The same is on its way already. */
    REPEATED,
    /** Its topic is not on the allow list or is on the block list. */
    BLOCKED,
    /** Its label is not among those that the link carries. */
    NOT_RELEASED,
    /** Its topic's cap was reached. */
    CAPPED,
    /** Its topic is in no catalogue or in one of the two only. */
    FOREIGN_TOPIC,
    /** No system at the far side reads its topic. */
    NOT_WANTED,
    /** It has come back to a site where it was, or has passed too many. */
    LOOPED,
    /** There is no way to whom it is for. */
    NO_WAY,
    /** The bytes are no record. */
    MALFORMED,
    /** The journal takes nothing and memory is full. */
    NO_ROOM,
    /** The link has no room; its origin keeps it and sends it again. */
    HELD_BACK,
    /** A sender's newer greeting says that it will be sent again. */
    SENT_AGAIN;

    /** The value of the metric's label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
