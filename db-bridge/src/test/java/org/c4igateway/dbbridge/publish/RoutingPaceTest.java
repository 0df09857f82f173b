package org.c4igateway.dbbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.c4igateway.dbbridge.publish.PublicationThread.Pace;
import org.junit.jupiter.api.Test;

class RoutingPaceTest {
    /** A tick count may be negative. */
    private static final long START = -5_000_000_000L;

    private static final Duration UNCLAIMED = Duration.ofMinutes(1);
    private static final Duration FAST = Duration.ofMillis(2);
    private static final Duration IDLE = Duration.ofMillis(500);
    private final RoutingPace pace = new RoutingPace(new Pace(UNCLAIMED, FAST, IDLE), START);

    @Test
    void pollsSlowlyUntilThereIsAMessage() {
        assertThat(pace.pause(false, START)).isEqualTo(IDLE);
    }

    @Test
    void pollsFastForAWhileAfterTheLastMessage() {
        pace.worked(START);
        long last = START + RoutingPace.FAST_NANOS;
        pace.worked(last);

        assertThat(pace.pause(false, last)).isEqualTo(FAST);
        assertThat(pace.pause(false, last + RoutingPace.FAST_NANOS - 1)).isEqualTo(FAST);
        assertThat(pace.pause(false, last + RoutingPace.FAST_NANOS)).isEqualTo(IDLE);
    }

    @Test
    void doesNotPollFastWhileTheSignalTellsOfEachMessage() {
        pace.worked(START);

        assertThat(pace.pause(true, START)).isEqualTo(IDLE);
    }

    @Test
    void tidiesAtOnceAndThenEachSecond() {
        assertThat(pace.isTidyDue(START)).isTrue();

        pace.tidied(START, false);

        assertThat(pace.isTidyDue(START + RoutingPace.TIDY_NANOS - 1)).isFalse();
        assertThat(pace.isTidyDue(START + RoutingPace.TIDY_NANOS)).isTrue();
    }

    @Test
    void tidiesAgainAtOnceWhileThereIsMore() {
        pace.tidied(START, false);
        pace.tidied(START, true);

        assertThat(pace.isTidyDue(START)).isTrue();
    }

    @Test
    void waitsForAsLongAsASubscriberMayTakeBeforeItSaysThatThereIsNone() {
        assertThat(pace.unclaimedPatience(START + UNCLAIMED.toNanos() - 1)).isEqualTo(RoutingPace.FOR_EVER);
        assertThat(pace.unclaimedPatience(START + UNCLAIMED.toNanos())).isEqualTo(UNCLAIMED);
    }
}
