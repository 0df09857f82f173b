package org.c4igateway.dbbridge.publish;

import java.time.Duration;
import org.c4igateway.dbbridge.publish.PublicationThread.Pace;

/** When the routing polls fast, when it tidies, and how long messages wait for a subscriber. One thread. */
final class RoutingPace {
    /** How long polling stays fast after the last message. */
    static final long FAST_NANOS = Duration.ofMillis(150).toNanos();

    static final long TIDY_NANOS = Duration.ofSeconds(1).toNanos();
    static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Pace pace;
    private final long startedNanos;
    private long tidyDueNanos;
    private long lastWorkNanos;

    RoutingPace(Pace pace, long nowNanos) {
        this.pace = pace;
        this.startedNanos = nowNanos;
        this.tidyDueNanos = nowNanos;
        this.lastWorkNanos = nowNanos - FAST_NANOS;
    }

    boolean isTidyDue(long nowNanos) {
        return nowNanos - tidyDueNanos >= 0;
    }

    /** @param foundWork whether there may be more at once */
    void tidied(long nowNanos, boolean foundWork) {
        tidyDueNanos = foundWork ? nowNanos : nowNanos + TIDY_NANOS;
    }

    /** There were messages. */
    void worked(long nowNanos) {
        lastWorkNanos = nowNanos;
    }

    /**
     * @param told whether a signal comes for each message
     * @return how long to wait for a signal when there is nothing to do
     */
    Duration pause(boolean told, long nowNanos) {
        return !told && nowNanos - lastWorkNanos < FAST_NANOS ? pace.fastPoll() : pace.idlePoll();
    }

    /**
     * After a start peers need time to announce themselves; meanwhile only what has expired ends.
     *
     * @return how long a message must have waited for a subscriber to end now
     */
    Duration unclaimedPatience(long nowNanos) {
        boolean heard = nowNanos - startedNanos >= pace.unclaimedTimeout().toNanos();
        return heard ? pace.unclaimedTimeout() : FOR_EVER;
    }
}
