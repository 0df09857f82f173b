package org.c4igateway.core.flow;

import java.time.Duration;

/**
 * Bounds and timers of the flows. The defaults are {@link #DEFAULTS}.
 *
 * @param maxInFlightRows most rows per group in memory without a final state
 * @param maxInFlightBytes most bytes of those
 * @param fetchRows most rows of one precedence read at once
 * @param sendTimeout longest block of one send
 * @param receiptTimeout how long a sent message waits for its receipt before its destination is read again from the
 *     outbox; doubles up to {@code maxReceiptTimeout} while that does not help
 * @param maxReceiptTimeout upper bound of the above
 * @param fastPoll pause between polls while rows keep coming
 * @param idlePoll pause between polls while none come; a signal ends it early
 * @param inboundRows most received messages waiting for the inbox transaction
 * @param inboundBytes most bytes of those
 * @param inboundBatchRows most messages in one inbox transaction
 * @param retryPause first pause after the database went away; doubles up to {@code maxRetryPause}, with jitter
 * @param maxRetryPause upper bound of the above
 */
public record FlowSettings(
        int maxInFlightRows,
        long maxInFlightBytes,
        int fetchRows,
        Duration sendTimeout,
        Duration receiptTimeout,
        Duration maxReceiptTimeout,
        Duration fastPoll,
        Duration idlePoll,
        int inboundRows,
        long inboundBytes,
        int inboundBatchRows,
        Duration retryPause,
        Duration maxRetryPause) {
    private static final long MEBIBYTE = 1L << 20;

    /** Sensible on a LAN with one database per node. */
    public static final FlowSettings DEFAULTS = new FlowSettings(
            4_096,
            32 * MEBIBYTE,
            512,
            Duration.ofMillis(50),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofMillis(2),
            Duration.ofMillis(250),
            4_096,
            32 * MEBIBYTE,
            512,
            Duration.ofMillis(100),
            Duration.ofSeconds(5));

    public FlowSettings {
        if (maxInFlightRows < 20 || maxInFlightBytes < 1 || fetchRows < 1) {
            throw new IllegalArgumentException(
                    "in-flight bounds must be at least 20 rows and 1 byte, fetch at least 1 row");
        }
        if (inboundRows < 1 || inboundBytes < 1 || inboundBatchRows < 1) {
            throw new IllegalArgumentException("inbound bounds must be positive");
        }
        for (Duration duration : new Duration[] {
            sendTimeout, receiptTimeout, maxReceiptTimeout, fastPoll, idlePoll, retryPause, maxRetryPause
        }) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("durations must be positive: " + duration);
            }
        }
    }
}
