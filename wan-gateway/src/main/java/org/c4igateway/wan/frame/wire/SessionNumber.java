package org.c4igateway.wan.frame.wire;

import java.util.random.RandomGenerator;

/**
 * Numbers of sessions: start time and chance, so that no two starts of a sender share one and later starts have larger
 * ones.
 *
 * <pre>
 *  63      62 ............... 16   15 .......... 0
 *  0       milliseconds since      random
 *          1970 (47 bits)
 * </pre>
 *
 * <p>A receiver takes the largest session of a stream that it has authenticated and refuses smaller ones as stale. When
 * a sender's clock was set back between two starts, its new session would be refused; the receiver's feedback and hello
 * name the session they know, and the sender moves to one {@link #after} that.
 */
public final class SessionNumber {
    private static final int RANDOM_BITS = 16;
    private static final long MAX_MILLIS = (1L << 47) - 1;

    private SessionNumber() {}

    /**
     * A session for a start at this time, larger than {@code previous}.
     *
     * @param previous largest session of this stream known so far, 0 for none
     * @param epochMillis now
     * @param random {@code SecureRandom} outside tests
     */
    public static long after(long previous, long epochMillis, RandomGenerator random) {
        long millis = Math.max(epochMillis, (previous >>> RANDOM_BITS) + 1);
        if (epochMillis < 0 || previous < 0 || millis > MAX_MILLIS) {
            throw new IllegalArgumentException("no session after " + previous + " at " + epochMillis);
        }
        return (millis << RANDOM_BITS) | random.nextInt(1 << RANDOM_BITS);
    }

    public static long check(long session) {
        if (session < 0) {
            throw new IllegalArgumentException("session must not be negative: " + session);
        }
        return session;
    }
}
