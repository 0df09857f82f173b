package org.c4igateway.wan.link.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Round numbers whose results follow from the rule. */
class EstimatesByExampleTest {
    private static final long MILLI = 1_000_000;

    /** RFC 6298: an eighth of the new value, and a quarter of how far it is off. */
    @Test
    void smoothsTheRoundTrip() {
        RttEstimate rtt = new RttEstimate();
        rtt.sample(80 * MILLI);
        rtt.sample(160 * MILLI);

        assertThat(rtt.isSampled()).isTrue();
        assertThat(rtt.smoothedNanos()).isEqualTo((80 + 80 / 8) * MILLI);
        assertThat(rtt.timeoutNanos(0)).as("variation 40 + 40 / 4").isEqualTo((90 + 4 * 50) * MILLI);

        rtt.sample(10 * MILLI);

        assertThat(rtt.smoothedNanos()).isEqualTo((90 - 80 / 8) * MILLI);
        assertThat(rtt.timeoutNanos(0)).as("variation 50 + 30 / 4").isEqualTo(80 * MILLI + 4 * 57_500_000);
        assertThat(rtt.timeoutNanos(500 * MILLI)).isEqualTo((80 + 500) * MILLI);
    }

    @Test
    void waitsASecondBeforeAnythingIsKnown() {
        RttEstimate rtt = new RttEstimate();

        assertThat(rtt.smoothedNanos()).isEqualTo(500 * MILLI);
        assertThat(rtt.timeoutNanos(0)).isEqualTo(1_000 * MILLI);
    }

    @Test
    void takesNoRoundTripForLessThanNothing() {
        RttEstimate rtt = new RttEstimate();
        rtt.sample(-5);

        assertThat(rtt.smoothedNanos()).isEqualTo(1);
    }

    /** 64 of about 128 datagrams are new, so what was before counts half. */
    @Test
    void weighsOldLossLess() {
        LossEstimate loss = new LossEstimate();
        loss.add(32, 64);
        assertThat(loss.ratio()).isEqualTo(32.0 / 64);

        loss.add(0, 64);
        assertThat(loss.ratio()).isEqualTo(16.0 / 96);

        loss.add(128, 128);
        assertThat(loss.ratio()).as("all older ones are forgotten").isEqualTo(1);
    }

    @Test
    void neverLosesMoreThanWasSent() {
        LossEstimate loss = new LossEstimate();
        loss.add(30, 10);

        assertThat(loss.ratio()).isEqualTo(1);
    }

    @Test
    void halvesTheToleranceAfter2048PacketsInOrder() {
        ReorderTolerance tolerance = new ReorderTolerance();
        tolerance.needless(15);
        tolerance.acked(2_047);
        assertThat(tolerance.packets()).isEqualTo(16);
        tolerance.acked(1);
        assertThat(tolerance.packets()).isEqualTo(8);
        tolerance.acked(2_047);
        assertThat(tolerance.packets()).as("counts anew").isEqualTo(8);

        tolerance.needless(0);
        tolerance.acked(2_047);
        assertThat(tolerance.packets()).as("counts anew").isEqualTo(8);
        tolerance.acked(1);
        assertThat(tolerance.packets()).isEqualTo(4);
    }

    @Test
    void toleratesSoMuchAtMost() {
        ReorderTolerance tolerance = new ReorderTolerance();
        tolerance.needless(5_000);

        assertThat(tolerance.packets()).isEqualTo(1_024);
    }

    @Test
    void talliesEachCount() {
        ReceiveCounts counts = new ReceiveCounts();
        counts.datagrams = 1;
        counts.records = 2;
        counts.abandoned = 3;
        counts.duplicates = 4;
        counts.oversized = 5;
        counts.beyondWindow = 6;
        counts.unreadable = 7;
        counts.notAccepted = 8;
        counts.implausible = 9;

        assertThat(counts.tally())
                .isEqualTo(new ReceiveCounts.Tally(1, 2, 3, 4, new ReceiveCounts.Faults(5, 6, 7, 8, 9)));
    }
}
