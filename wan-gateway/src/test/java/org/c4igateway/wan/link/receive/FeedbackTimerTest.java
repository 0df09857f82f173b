package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Feedback costs 80 ms of the link's time here, and the round trip of 400 ms has room for one each 50 ms. */
class FeedbackTimerTest {
    private static final long MILLI = 1_000_000;
    private static final long COST = 80 * MILLI;
    private static final long BEGIN = 10_000 * MILLI;
    private static final long NEVER = Long.MAX_VALUE;

    private final FeedbackTimer timer = timer(COST, 400 * MILLI);

    private static FeedbackTimer timer(long cost, long roundTrip) {
        FeedbackTimer timer = new FeedbackTimer(BEGIN);
        timer.adapt(cost, roundTrip);
        return timer;
    }

    @Test
    void saysNothingWhenNothingDeservesAnAnswer() {
        assertThat(timer.isPending()).isFalse();
        assertThat(timer.isUrgent()).isFalse();
        assertThat(timer.dueAtNanos()).isEqualTo(NEVER);
        assertThat(timer.isDue(BEGIN + 1_000 * COST)).isFalse();
        assertThat(timer.costNanos()).isEqualTo(COST);
    }

    @Test
    void answersEightTimesARoundTripAtMost() {
        timer.heard(false);

        assertThat(timer.isPending()).isTrue();
        assertThat(timer.isUrgent()).isFalse();
        assertThat(timer.dueAtNanos()).isEqualTo(BEGIN + 50 * MILLI);
        assertThat(timer.isDue(BEGIN + 50 * MILLI - 1)).isFalse();
        assertThat(timer.isDue(BEGIN + 50 * MILLI)).isTrue();
    }

    @Test
    void answersNotBeforeTheLastAnswerIsPaidFor() {
        timer.heard(false);
        timer.told(false, BEGIN + 50 * MILLI);
        assertThat(timer.isPending()).isFalse();
        assertThat(timer.dueAtNanos()).isEqualTo(NEVER);

        timer.heard(false);

        assertThat(timer.dueAtNanos()).as("80 ms beat 50 ms").isEqualTo(BEGIN + 130 * MILLI);
    }

    @Test
    void paysAnEighthForAnAnswerThatGoesWithData() {
        timer.told(true, BEGIN);
        timer.told(true, BEGIN);
        timer.told(true, BEGIN);
        timer.told(true, BEGIN);
        timer.told(true, BEGIN);
        timer.told(true, BEGIN);
        timer.heard(false);

        assertThat(timer.dueAtNanos()).as("six times 10 ms beat 50 ms").isEqualTo(BEGIN + 60 * MILLI);
    }

    @Test
    void paysFromNowOnWhenAllIsPaid() {
        timer.told(false, BEGIN + 1_000 * MILLI);
        timer.heard(false);

        assertThat(timer.dueAtNanos()).isEqualTo(BEGIN + 1_080 * MILLI);
    }

    @Test
    void answersAtOnceWithinAReserveOfFour() {
        for (int answers = 0; answers < 4; answers++) {
            timer.heard(true);
            assertThat(timer.isUrgent()).isTrue();
            assertThat(timer.isDue(BEGIN)).isTrue();
            timer.told(false, BEGIN);
            assertThat(timer.isUrgent()).isFalse();
        }

        timer.heard(true);
        assertThat(timer.dueAtNanos()).as("paid four, the reserve is four").isEqualTo(BEGIN);
        timer.told(false, BEGIN);
        timer.heard(true);

        assertThat(timer.dueAtNanos()).isEqualTo(BEGIN + COST);
    }

    @Test
    void staysUrgentUntilItWasTold() {
        timer.heard(true);
        timer.heard(false);
        assertThat(timer.isUrgent()).isTrue();
        timer.told(false, BEGIN);

        timer.heard(false);

        assertThat(timer.isUrgent()).isFalse();
    }

    @Test
    void paysFourTimesForAPartAndThenGoesOnAtOnce() {
        FeedbackTimer slow = timer(COST, 8_000 * MILLI);
        slow.heard(true);

        slow.toldPart(BEGIN + 100 * MILLI);

        assertThat(slow.isPending()).isTrue();
        assertThat(slow.isUrgent()).isFalse();
        assertThat(slow.dueAtNanos()).as("the round trip does not count").isEqualTo(BEGIN + 420 * MILLI);
        slow.toldPart(BEGIN + 420 * MILLI);
        assertThat(slow.dueAtNanos()).isEqualTo(BEGIN + 740 * MILLI);

        slow.told(false, BEGIN + 740 * MILLI);
        slow.heard(false);
        assertThat(slow.dueAtNanos()).as("the round trip counts again").isEqualTo(BEGIN + 1_740 * MILLI);
    }
}
