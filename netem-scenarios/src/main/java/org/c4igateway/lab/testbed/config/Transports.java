package org.c4igateway.lab.testbed.config;

/** What carries the messages of a testbed. */
public enum Transports {
    /** JMS for all. */
    JMS,
    /** DDS for all. */
    DDS,
    /** Both are enabled at every node; the first, third and fifth system send by JMS, the others by DDS. */
    MIXED
}
