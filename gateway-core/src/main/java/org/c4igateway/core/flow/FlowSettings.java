package org.c4igateway.core.flow;

import java.time.Duration;
import org.c4igateway.core.fault.InvalidSettingException;

/**
 * Bounds and timers of the flows. What reads them from a file has the defaults; the checks are here.
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
    /** Each precedence has a twentieth of rows and bytes for itself. */
    private static final int MIN_IN_FLIGHT = 20;

    public FlowSettings {
        requireInFlight("max-in-flight-rows", maxInFlightRows);
        requireInFlight("max-in-flight-bytes", maxInFlightBytes);
        requirePositive("fetch-rows", fetchRows);
        requirePositive("inbound-rows", inboundRows);
        requirePositive("inbound-bytes", inboundBytes);
        requirePositive("inbound-batch-rows", inboundBatchRows);
        requirePositive("send-timeout", sendTimeout);
        requirePositive("receipt-timeout", receiptTimeout);
        requirePositive("max-receipt-timeout", maxReceiptTimeout);
        requirePositive("fast-poll", fastPoll);
        requirePositive("idle-poll", idlePoll);
        InvalidSettingException.require(retryPause.toMillis() > 0, "retry-pause", retryPause, "1ms or more");
        InvalidSettingException.require(
                maxRetryPause.compareTo(retryPause) >= 0,
                "max-retry-pause",
                maxRetryPause,
                "at least retry-pause, which is " + retryPause);
    }

    private static void requireInFlight(String name, long value) {
        InvalidSettingException.require(value >= MIN_IN_FLIGHT, name, value, MIN_IN_FLIGHT + " or more");
    }

    private static void requirePositive(String name, Duration value) {
        InvalidSettingException.require(value.isPositive(), name, value, "a value above 0");
    }

    private static void requirePositive(String name, long value) {
        InvalidSettingException.require(value > 0, name, value, "a value above 0");
    }
}
