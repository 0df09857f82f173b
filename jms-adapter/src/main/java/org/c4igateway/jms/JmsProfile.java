package org.c4igateway.jms;

/** Which settings of the client library a node uses; the values stand in {@code docs/reference/jms.md}. */
public enum JmsProfile {
    /** The library's defaults: each send durable and waited for, one message acknowledged at a time, TTL 60 s. */
    STOCK,
    /** Streaming sends acknowledged asynchronously, batched acknowledgements, a lost peer noticed within 3 s. */
    TUNED
}
