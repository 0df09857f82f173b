package org.c4igateway.dds.transport.presence;

/** What an announcement makes of a node. */
enum AnnouncementVerdict {
    /** Followed, and nothing is to be waited for. */
    KNOWN,
    /** Followed; its readers have yet to match. */
    MATCHING,
    /** Not followed: another node that is there has its name. */
    REFUSED,
    /** Not followed: there are too many. */
    TOO_MANY
}
