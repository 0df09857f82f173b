package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.c4igateway.wan.link.measure.LossEstimate;
import org.c4igateway.wan.link.measure.ReorderTolerance;
import org.c4igateway.wan.link.measure.RttEstimate;
import org.c4igateway.wan.link.measure.SentTimes;
import org.c4igateway.wan.link.send.RedundancyPolicy;
import org.junit.jupiter.api.Test;

class EstimatesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void takesTheFirstRoundTripAsItIs() {
        RttEstimate rtt = new RttEstimate();
        assertThat(rtt.isSampled()).isFalse();

        rtt.sample(40 * MILLI);

        assertThat(rtt.smoothedNanos()).isEqualTo(40 * MILLI);
        assertThat(rtt.timeoutNanos(0)).isEqualTo(120 * MILLI);
    }

    @Test
    void waitsForAFrameAtLeastWhenRoundTripsAreSteady() {
        RttEstimate rtt = new RttEstimate();
        for (int i = 0; i < 100; i++) {
            rtt.sample(40 * MILLI);
        }
        assertThat(rtt.timeoutNanos(5 * MILLI)).isEqualTo(45 * MILLI);
    }

    @Test
    void followsLossOverTheLastDatagrams() {
        LossEstimate loss = new LossEstimate();
        assertThat(loss.ratio()).isZero();
        for (int i = 0; i < 1_000; i++) {
            loss.add(3, 10);
        }
        assertThat(loss.ratio()).isCloseTo(0.3, Offset.offset(0.001));
        for (int i = 0; i < 100; i++) {
            loss.add(0, 10);
        }
        assertThat(loss.ratio()).isLessThan(0.001);
    }

    @Test
    void doesNotCountALateDatagramAsLessThanNoLoss() {
        LossEstimate loss = new LossEstimate();
        loss.add(-3, 10);
        assertThat(loss.ratio()).isZero();
    }

    @Test
    void toleratesReorderingOnceARepairWasNeedless() {
        ReorderTolerance tolerance = new ReorderTolerance();
        assertThat(tolerance.packets()).isZero();

        tolerance.needless(3);
        tolerance.needless(1);
        assertThat(tolerance.packets()).isEqualTo(4);

        tolerance.acked(3_000);
        assertThat(tolerance.packets()).isEqualTo(2);
    }

    @Test
    void remembersWhenPacketsWereSentUntilTheyAreForgotten() {
        SentTimes times = new SentTimes();
        for (long packet = 0; packet < 5_000; packet++) {
            times.sent(packet, packet % 2 == 0, packet * 10);
        }
        assertThat(times.at(0)).isZero();
        assertThat(times.at(4_999)).isEqualTo(49_990);
        assertThat(times.asked(4_998)).isTrue();
        assertThat(times.asked(4_999)).isFalse();
        assertThat(times.at(5_000)).isEqualTo(SentTimes.UNKNOWN);

        times.forgetBelow(100);
        assertThat(times.at(99)).isEqualTo(SentTimes.UNKNOWN);
        assertThat(times.at(100)).isEqualTo(1_000);
    }

    @Test
    void sendsAsManyCopiesAsTheRiskAsksFor() {
        assertThat(RedundancyPolicy.against(0.001, 7)).isEqualTo(new RedundancyPolicy(1, 1, 1, 7));
        assertThat(RedundancyPolicy.against(0.005, 7))
                .as("the least loss that copies are made for")
                .isEqualTo(new RedundancyPolicy(2, 2, 2, 7));
        assertThat(RedundancyPolicy.against(0.1, 7)).isEqualTo(new RedundancyPolicy(2, 3, 2, 7));
        assertThat(RedundancyPolicy.against(0.3, 7)).isEqualTo(new RedundancyPolicy(3, 6, 4, 7));
        assertThat(RedundancyPolicy.against(1, 7)).isEqualTo(new RedundancyPolicy(3, 8, 8, 7));
    }
}
