package org.c4igateway.dbbridge.lease;

/** State of a node with respect to its interface database. */
public enum LeaseState {
    /** Another node serves it, or it cannot be reached. */
    STANDBY,
    /** This node serves it. */
    ACTIVE
}
