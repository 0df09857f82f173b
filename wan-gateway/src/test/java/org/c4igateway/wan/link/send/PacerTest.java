package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long MILLI = 1_000_000;

    private final Pacer pacer = new Pacer(new LinkSettings.Rate(8_000, 100, 1_000, MILLI), 0);

    @Test
    void letsTheLinkFinishBeforeTheNextFrame() {
        assertThat(pacer.isReady(0)).isTrue();

        pacer.sent(100, 0);

        assertThat(pacer.freeAtNanos()).isEqualTo(100 * MILLI);
        assertThat(pacer.isReady(100 * MILLI - 1)).isFalse();
        assertThat(pacer.isReady(100 * MILLI)).isTrue();
    }

    @Test
    void makesALateCallGoodUpToItsSlack() {
        pacer.sent(100, 0);

        pacer.sent(100, 100 * MILLI + MILLI / 2);
        assertThat(pacer.freeAtNanos()).isEqualTo(200 * MILLI);

        pacer.sent(100, 300 * MILLI);
        assertThat(pacer.freeAtNanos()).isEqualTo(399 * MILLI);
    }

    @Test
    void neverExceedsTheRateByMoreThanAFrameAndTheSlack() {
        long sent = 0;
        for (long now = 0; now <= 10_000 * MILLI; now += MILLI) {
            if (pacer.isReady(now)) {
                pacer.sent(250, now);
                sent += 250;
            }
        }
        assertThat(sent).isBetween(10_000L, 10_000L + 250 + 1);
    }

    @Test
    void followsANewRate() {
        pacer.rate(16_000);

        pacer.sent(100, 0);

        assertThat(pacer.freeAtNanos()).isEqualTo(50 * MILLI);
    }
}
