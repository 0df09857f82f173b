package org.c4igateway.dbbridge.lease;

/** What a bridge is to its interface database. */
public enum LeaseState {
    /** Another bridge serves it, or nobody can reach it. */
    STANDBY,
    /** This bridge serves it. */
    ACTIVE
}
