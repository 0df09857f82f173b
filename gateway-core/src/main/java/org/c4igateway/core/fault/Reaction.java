package org.c4igateway.core.fault;

/** Reaction of the part in which a fault occurs. */
public enum Reaction {
    /** Try again with back-off; nothing is given up. */
    RETRY,
    /** Put the one message aside with its bytes and the reason, and go on. */
    PARK,
    /** Stop, say why, and leave the rows where they are. */
    STOP
}
