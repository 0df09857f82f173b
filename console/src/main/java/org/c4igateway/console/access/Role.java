package org.c4igateway.console.access;

/** What a user of the console may do. */
public enum Role {
    /** See everything. */
    VIEWER,
    /** See everything and act. */
    OPERATOR
}
