package org.c4igateway.dbbridge.node;

/** What a node is doing. */
public enum NodeRole {
    /** The interface database is away or its schema was not checked yet. */
    WAITING,
    /** Another node serves the outbox; this one takes over when that one goes. */
    STANDBY,
    /** This node serves the outbox and the inbox. */
    ACTIVE,
    /** The node stops. */
    STOPPING
}
