package org.c4igateway.wan.link.settings;

/**
 * Lower bounds of waiting. Above them all waiting follows from what is measured: round trip, rate and loss.
 *
 * @param downAfterNanos a peer that does not answer is held for down after this time at the earliest
 * @param keepAliveNanos a peer that has nothing to say is asked after this time at the earliest
 * @param knockNanos how often a peer that is down is asked at most, in the long run
 */
public record LinkPatience(long downAfterNanos, long keepAliveNanos, long knockNanos) {
    /** Three seconds each; four times a second. */
    public static final LinkPatience DEFAULT = new LinkPatience(3_000_000_000L, 3_000_000_000L, 250_000_000L);

    public LinkPatience {
        if (downAfterNanos < 1 || keepAliveNanos < 1 || knockNanos < 1) {
            throw new IllegalArgumentException(
                    "waiting takes time: " + downAfterNanos + ", " + keepAliveNanos + ", " + knockNanos);
        }
    }
}
