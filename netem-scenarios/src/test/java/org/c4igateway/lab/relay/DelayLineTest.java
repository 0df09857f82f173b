package org.c4igateway.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DelayLineTest {
    private static final long MILLISECOND = 1_000_000;
    private static final Offset<Double> PERCENTAGE_POINT = within(0.01);

    @Test
    void passesOnAtOnceWithoutSettings() {
        DelayLine line = line(RelaySettings.CLEAR);

        assertThat(line.admit(5, 1_514)).isEqualTo(5);
    }

    @Test
    void spacesFramesByTheRate() {
        DelayLine line = line(new RelaySettings(1_000_000, 100, 0, 1, false, 0, 0, false, 0, 0));

        assertThat(line.admit(0, 125)).isEqualTo(MILLISECOND);
        assertThat(line.admit(0, 125)).isEqualTo(2 * MILLISECOND);
        assertThat(line.admit(10 * MILLISECOND, 125)).isEqualTo(11 * MILLISECOND);
    }

    @Test
    void dropsWhatFindsTheQueueFull() {
        DelayLine line = line(new RelaySettings(1_000_000, 2, 0, 1, false, 0, 0, false, 0, 0));
        line.admit(0, 125);
        line.admit(0, 125);

        assertThat(line.admit(0, 125)).isEqualTo(DelayLine.DROPPED);
        assertThat(line.admit(MILLISECOND, 125)).isEqualTo(3 * MILLISECOND);
    }

    @Test
    void keepsOrderUnlessToldOtherwise() {
        RelaySettings ordered = new RelaySettings(0, 100, 0, 1, false, 10 * MILLISECOND, 5 * MILLISECOND, false, 0, 0);
        RelaySettings free = new RelaySettings(0, 100, 0, 1, false, 10 * MILLISECOND, 5 * MILLISECOND, true, 0, 0);

        assertThat(overtakings(ordered)).isZero();
        assertThat(overtakings(free)).isPositive();
    }

    @Test
    void losesTheShareItWasToldInBurstsToo() {
        for (double burst : new double[] {1, 4}) {
            RelaySettings settings = new RelaySettings(0, 100, 0.3, burst, false, 0, 0, false, 0, 0);

            int runs = 0;
            int lost = 0;
            boolean before = false;
            DelayLine line = line(settings);
            for (int i = 0; i < 200_000; i++) {
                boolean now = line.admit(i, 100) == DelayLine.LOST;
                lost += now ? 1 : 0;
                runs += now && !before ? 1 : 0;
                before = now;
            }

            assertThat(lost / 200_000.0).as("share").isCloseTo(0.3, PERCENTAGE_POINT);
            double expectedRun = burst == 1 ? 1 / 0.7 : burst;
            assertThat((double) lost / runs).as("mean run").isCloseTo(expectedRun, within(0.1));
        }
    }

    @Test
    void losesBeforeTheShaperWithoutUsingLinkTime() {
        DelayLine before = line(new RelaySettings(1_000_000, 100, 1, 1, true, 0, 0, false, 0, 0));

        assertThat(before.admit(0, 125)).isEqualTo(DelayLine.LOST);
        assertThat(new RelaySettings(1, 2, 0.5, 3, true, 4, 5, true, 0.25, 0.125))
                .isEqualTo(RelaySettings.parse(new RelaySettings(1, 2, 0.5, 3, true, 4, 5, true, 0.25, 0.125).text()));
    }

    @Test
    void flipsABitBehindTheEthernetHeaderOfTheShareThatItIsTold() {
        DelayLine line = line(new RelaySettings(0, 100, 0, 1, false, 0, 0, false, 0, 0.2));
        BitSet flipped = new BitSet();
        int altered = 0;

        for (int i = 0; i < 100_000; i++) {
            int bit = line.flippedBit(100);
            if (bit >= 0) {
                altered++;
                flipped.set(bit);
            }
        }

        assertThat(altered / 100_000.0).isCloseTo(0.2, PERCENTAGE_POINT);
        assertThat(flipped.nextSetBit(0)).isEqualTo(14 * 8);
        assertThat(flipped.nextClearBit(14 * 8)).isEqualTo(100 * 8);
        assertThat(line.flippedBit(14)).as("an Ethernet header alone").isEqualTo(-1);
        assertThat(line(RelaySettings.CLEAR).flippedBit(100)).as("nothing told").isEqualTo(-1);
    }

    private static int overtakings(RelaySettings settings) {
        DelayLine line = line(settings);
        int found = 0;
        long newest = Long.MIN_VALUE;
        for (int i = 0; i < 1_000; i++) {
            long arrival = line.admit(i * MILLISECOND, 100);
            found += arrival < newest ? 1 : 0;
            newest = Math.max(newest, arrival);
        }
        return found;
    }

    private static DelayLine line(RelaySettings settings) {
        return new DelayLine(settings, new SplittableRandom(1));
    }
}
