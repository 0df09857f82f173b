package org.c4igateway.dds.transport.presence;

/** How far this node and a peer have come. */
public enum Standing {
    /** It was never there. */
    UNKNOWN,
    /** It was there. */
    GONE,
    /** It has announced itself; its readers have yet to match. */
    MATCHING,
    /** It has not answered the HELLO of this epoch. */
    UNANSWERED,
    /** Messages can be sent. */
    REACHABLE
}
