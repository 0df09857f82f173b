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
    INBOX(11),
    /** Session lock that each node of the database shares. */
    ATTENDANCE(12);

    private static final int FAMILY = 6_501_481;
    /** First key for the active node of a shard; the next one, for the fence of a shard, is used by functions only. */
    private static final int FAMILY_OF_SHARDS = FAMILY + 1;

    private final int number;

    AdvisoryLock(int number) {
        this.number = number;
    }

    /**
     * @param number of a shard; that of the first is {@link #ACTIVE_BRIDGE}
     * @return keys of the session lock of the shard's active node, as arguments of an advisory-lock function
     */
    public static String activeOf(int number) {
        return number == 0 ? ACTIVE_BRIDGE.keys() : FAMILY_OF_SHARDS + ", " + number;
    }

    /** @return the two keys as arguments of an advisory-lock function */
    public String keys() {
        return FAMILY + ", " + number;
    }
}
