package org.c4igateway.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchSizeTest {
    private static final long MILLI = 1_000_000;

    private final BatchSize size = new BatchSize(65_536);

    @Test
    void growsToTheLimitOnALan() {
        assertThat(size.bytes()).isEqualTo(4_096);
        for (int i = 0; i < 4; i++) {
            size.acknowledged(i * MILLI, (i + 1) * MILLI);
        }
        assertThat(size.bytes()).isEqualTo(65_536);

        size.acknowledged(5 * MILLI, 6 * MILLI);

        assertThat(size.bytes()).isEqualTo(65_536);
    }

    /** At 128 kbit/s 4 KiB take 256 ms, and what was taken later waits behind. */
    @Test
    void staysSmallOnANarrowLinkWithABacklog() {
        for (int i = 1; i <= 60; i++) {
            size.acknowledged(0, i * (256 * MILLI));
        }
        assertThat(size.bytes()).isEqualTo(4_096);
    }

    @Test
    void shrinksWhenTheLinkGetsNarrowAndNotBelowTheLeast() {
        for (int i = 0; i < 4; i++) {
            size.acknowledged(i * MILLI, (i + 1) * MILLI);
        }
        long now = 0;
        for (int expected : new int[] {32_768, 16_384, 8_192, 4_096, 4_096}) {
            now += 1_500 * MILLI;
            size.acknowledged(0, now);
            assertThat(size.bytes()).isEqualTo(expected);
        }
    }

    @Test
    void neverExceedsASmallLimitOfTheConfiguration() {
        BatchSize small = new BatchSize(1_024);
        assertThat(small.bytes()).isEqualTo(1_024);
        small.acknowledged(0, MILLI);
        small.acknowledged(0, 5_000 * MILLI);
        assertThat(small.bytes()).isEqualTo(1_024);
    }
}
