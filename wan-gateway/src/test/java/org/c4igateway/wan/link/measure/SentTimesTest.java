package org.c4igateway.wan.link.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentTimesTest {
    /** So many packets are remembered. */
    private static final int MOST = 1 << 18;

    private final SentTimes times = new SentTimes();

    private void send(long from, long to) {
        for (long packet = from; packet < to; packet++) {
            times.sent(packet, packet % 3 == 0, packet * 10);
        }
    }

    @Test
    void forgetsTheOldestBeyondTheBound() {
        send(0, MOST);
        assertThat(times.at(0)).isZero();

        send(MOST, MOST + 10);

        assertThat(times.at(9)).isEqualTo(SentTimes.UNKNOWN);
        assertThat(times.at(10)).isEqualTo(100);
        assertThat(times.at(MOST + 9)).isEqualTo((MOST + 9) * 10L);
        assertThat(times.at(MOST + 10)).isEqualTo(SentTimes.UNKNOWN);
    }

    @Test
    void neverRemembersAgainWhatWasForgotten() {
        send(0, MOST);
        times.forgetBelow(100_000);

        send(MOST, MOST + 1);

        assertThat(times.at(99_999)).isEqualTo(SentTimes.UNKNOWN);
        assertThat(times.at(100_000)).isEqualTo(1_000_000);
        times.forgetBelow(5);
        assertThat(times.at(99_999)).isEqualTo(SentTimes.UNKNOWN);
    }

    @Test
    void forgetsNothingThatIsYetToBeSent() {
        send(0, 10);
        times.forgetBelow(1_000);
        assertThat(times.at(9)).isEqualTo(SentTimes.UNKNOWN);

        send(10, 11);

        assertThat(times.at(10)).isEqualTo(100);
    }

    @Test
    void keepsWhatEachPacketAskedForAsItGrows() {
        send(0, 200);
        times.forgetBelow(150);
        send(200, 900);

        for (long packet = 150; packet < 900; packet++) {
            assertThat(times.at(packet)).isEqualTo(packet * 10);
            assertThat(times.asked(packet)).isEqualTo(packet % 3 == 0);
        }
    }
}
