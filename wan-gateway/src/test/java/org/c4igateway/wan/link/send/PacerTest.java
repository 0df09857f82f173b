package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long MILLI = 1_000_000;

    private final Pacer pacer = new Pacer(new LinkSettings.Rate(8_000, 100, 1_000), 0);

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

        pacer.sent(100, 105 * MILLI);
        assertThat(pacer.freeAtNanos()).isEqualTo(200 * MILLI);

        pacer.sent(100, 300 * MILLI);
        assertThat(pacer.freeAtNanos()).isEqualTo(390 * MILLI);
    }

    @Test
    void givesNoCreditForTimeWithoutWork() {
        pacer.sent(100, 0);
        pacer.idle();

        pacer.sent(100, 105 * MILLI);
        assertThat(pacer.freeAtNanos()).isEqualTo(205 * MILLI);

        pacer.sent(100, 206 * MILLI);
        assertThat(pacer.freeAtNanos()).isEqualTo(305 * MILLI);
    }

    /** As on two cores that are busy: a frame of 1,400 bytes takes 5.6 ms. */
    @Test
    void fillsALinkOf2MbitsAlthoughEachCallIs4MsLate() {
        assertThat(bytesInASecond(2_000_000, 4 * MILLI)).isGreaterThan(245_000);
    }

    @Test
    void burstsNoMoreThanNetworkDevicesQueue() {
        assertThat(bytesInASecond(100_000_000, 4 * MILLI)).isBetween(8_000_000L, 9_000_000L);
        assertThat(bytesInASecond(1_000_000_000, 4 * MILLI)).isBetween(30_000_000L, 35_000_000L);
    }

    /** Sends frames of 1,400 bytes whenever one may leave; each wait lasts longer by this. */
    private static long bytesInASecond(long bitsPerSecond, long lateNanos) {
        Pacer link = new Pacer(LinkSettings.Rate.of(bitsPerSecond), 0);
        long sent = 0;
        long now = 0;
        while (now < 1_000 * MILLI) {
            if (link.isReady(now)) {
                link.sent(1_400, now);
                sent += 1_400;
            } else {
                now = link.freeAtNanos() + lateNanos;
            }
        }
        return sent;
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
        assertThat(sent).isBetween(10_000L, 10_000L + 250 + 10);
    }

    @Test
    void followsANewRate() {
        pacer.rate(16_000);

        pacer.sent(100, 0);

        assertThat(pacer.freeAtNanos()).isEqualTo(50 * MILLI);
    }

    /** 8,000 bit/s are a byte in a millisecond. */
    @Test
    void tellsWhatTheLinkSendsInATime() {
        assertThat(pacer.bytesIn(1_500 * MILLI)).isEqualTo(1_500);
        assertThat(pacer.nanosFor(1_500)).isEqualTo(1_500 * MILLI);
    }
}
