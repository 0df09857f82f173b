package org.c4igateway.dbbridge.jdbc;

/** The advisory locks of an interface database; the migrations use the same numbers. */
public enum AdvisoryLock {
    /** Session lock of the active node. */
    ACTIVE_BRIDGE(1),
    /** Session lock held while the reader polls; {@code c4i.wake_reader} sends no notification then. */
    READER_POLLS(2),
    /** Transaction lock between writing transactions and a takeover. */
    FENCE(3),
    /** Transaction lock for creating or dropping a day. */
    MAINTENANCE(4),
    /** Transaction lock for adding up the summary. */
    COMPACTION(5),
    /** Transaction lock between routing what is published and recording who subscribes. */
    SUBSCRIBERS(6),
    /**
     * Session lock held while the routing of publications polls; {@code c4i.wake_router} sends no notification then.
     */
    ROUTER_POLLS(7),
    /** Session lock of the history service. */
    HISTORY(10),
    /** Transaction lock between writers of the inbox, which give numbers one after the other. */
    INBOX(11);

    private static final int FAMILY = 6_501_481;

    private final int number;

    AdvisoryLock(int number) {
        this.number = number;
    }

    /** @return the two keys as arguments of an advisory-lock function */
    public String keys() {
        return FAMILY + ", " + number;
    }
}
