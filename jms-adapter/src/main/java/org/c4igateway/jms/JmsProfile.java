package org.c4igateway.jms;

/** Profiles of client library settings; {@code docs/reference/jms.md} lists the values. */
public enum JmsProfile {
    /** The library's defaults: each send durable and waited for, one message acknowledged at a time, TTL 60 s. */
    STOCK,
    /** Streaming sends acknowledged asynchronously, batched acknowledgements, a lost peer noticed within 3 s. */
    TUNED
}
