package org.c4igateway.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchSizeTest {
    private static final long MILLI = 1_000_000;

    private final BatchSize size = new BatchSize(65_536);

    @Test
    void growsToTheLimitOnALan() {
        assertThat(size.bytes()).isEqualTo(4_096);

        growToTheLimitFrom(0);

        assertThat(size.bytes()).isEqualTo(65_536);
        size.acknowledged(60_000, 5 * MILLI, 6 * MILLI);
        assertThat(size.bytes()).isEqualTo(65_536);
    }

    /** At 128 kbit/s 4 KiB take 256 ms, and what was taken later waits behind. */
    @Test
    void staysSmallOnANarrowLinkWithABacklog() {
        for (int i = 1; i <= 60; i++) {
            size.acknowledged(4_096, 0, i * (256 * MILLI));

            assertThat(size.bytes()).isEqualTo(4_096);
        }
    }

    /** The engine had the repeated part of a lost packet, and with it twelve batches at once. */
    @Test
    void isNotMistakenByAcknowledgementsThatComeTogether() {
        for (int i = 0; i < 12; i++) {
            size.acknowledged(4_096, 0, 3_000 * MILLI + i);
        }

        assertThat(size.bytes()).isEqualTo(4_096);
    }

    @Test
    void shrinksWhenTheLinkGetsNarrow() {
        growToTheLimitFrom(0);

        size.acknowledged(64_000, 7 * MILLI, 4_007 * MILLI);

        // A quarter of a second of 64,000 bytes and the 16,000 before, in four seconds.
        assertThat(size.bytes()).isBetween(4_900, 5_000);
    }

    /** Rows wait half a second because the receiver is slower than the sender, not because the link is narrow. */
    @Test
    void growsUnderASteadyBacklogOnAFastLink() {
        for (int i = 1; i <= 600; i++) {
            size.acknowledged(4_096, i * (2 * MILLI) - 500 * MILLI, i * (2 * MILLI));
        }

        assertThat(size.bytes()).isEqualTo(65_536);
    }

    @Test
    void takesNoPauseForASlowLink() {
        size.acknowledged(4_096, 0, 300 * MILLI);
        size.acknowledged(4_096, 60_000 * MILLI, 60_300 * MILLI);
        assertThat(size.bytes()).isEqualTo(4_096);

        growToTheLimitFrom(120_000 * MILLI);
        size.acknowledged(60_000, 500_000 * MILLI, 500_001 * MILLI);

        assertThat(size.bytes()).isEqualTo(65_536);
    }

    private void growToTheLimitFrom(long begin) {
        for (int i = 0; i < 4; i++) {
            size.acknowledged(4_000, begin + i * MILLI, begin + (i + 1) * MILLI);
        }
    }

    @Test
    void neverExceedsASmallLimitOfTheConfiguration() {
        BatchSize small = new BatchSize(1_024);
        assertThat(small.bytes()).isEqualTo(1_024);
        small.acknowledged(1_000, 0, MILLI);
        small.acknowledged(1_000, 0, 5_000 * MILLI);
        assertThat(small.bytes()).isEqualTo(1_024);
    }
}
