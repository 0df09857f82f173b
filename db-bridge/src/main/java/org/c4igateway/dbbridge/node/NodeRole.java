package org.c4igateway.dbbridge.node;

/** What a node is doing. */
public enum NodeRole {
    /**
     * The interface database is away, its schema was not migrated or checked yet, or this node is about to become
     * active. Nobody serves the database, as far as this node knows.
     */
    WAITING,
    /** Another node serves the outbox; this one takes over when that one goes. */
    STANDBY,
    /** This node serves the outbox and the inbox. */
    ACTIVE,
    /** The node stops. */
    STOPPING
}
