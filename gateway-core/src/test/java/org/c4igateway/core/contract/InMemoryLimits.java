package org.c4igateway.core.contract;

/**
 * Bounds of what waits in one node's queues.
 *
 * @param messages most messages
 * @param bytes most bytes of those; one message is always let through
 * @param receipts most receipts
 */
public record InMemoryLimits(int messages, long bytes, int receipts) {
    /** 1,024 messages, 4 MiB, 1,024 receipts. */
    public static final InMemoryLimits DEFAULTS = new InMemoryLimits(1_024, 4L << 20, 1_024);

    public InMemoryLimits {
        if (messages < 1 || bytes < 1 || receipts < 1) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }
}
