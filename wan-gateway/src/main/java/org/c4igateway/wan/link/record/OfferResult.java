package org.c4igateway.wan.link.record;

/** Immediate result of offering a record. */
public enum OfferResult {
    /** It waits. */
    QUEUED,
    /** It is queued and replaces an older one, which is superseded. */
    REPLACED,
    /** Refused: it has expired already. */
    EXPIRED,
    /** Refused: the queue is full of what is at least as urgent. */
    FULL,
    /** Refused: larger than the link carries. */
    TOO_LARGE
}
