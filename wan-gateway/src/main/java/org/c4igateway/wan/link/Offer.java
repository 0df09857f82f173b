package org.c4igateway.wan.link;

/** What became of an offered record at once. */
public enum Offer {
    /** It waits. */
    QUEUED,
    /** It waits in the place of an older one, which is superseded. */
    REPLACED,
    /** Refused: it has expired already. */
    EXPIRED,
    /** Refused: the queue is full of what is at least as urgent. */
    FULL,
    /** Refused: larger than the link carries. */
    TOO_LARGE
}
