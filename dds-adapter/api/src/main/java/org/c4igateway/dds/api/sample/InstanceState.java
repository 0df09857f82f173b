package org.c4igateway.dds.api.sample;

/** State of an instance (DDS 1.4, 2.2.2.5.1.3). */
public enum InstanceState {
    ALIVE,
    /** A writer has disposed it. */
    DISPOSED,
    /** No writer of it is left: closed without dispose, or lost. */
    NO_WRITERS
}
