package org.c4igateway.dds.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LinkTuningTest {
    private static final Duration NO_DELAY = Duration.ZERO;

    /** The settings that were found by measuring at this rate. */
    @Test
    void isWhatWasMeasuredToBeGoodAt128KilobitsASecond() {
        WireTuning tuning = new LinkTuning(128_000, NO_DELAY, 1).wire();

        assertThat(tuning.maxDatagramBytes()).isEqualTo(1_400);
        assertThat(tuning.backlog().highBytes()).isEqualTo(32_000);
        assertThat(tuning.repair().nackDelay()).contains(Duration.ofMillis(300));
        assertThat(tuning.repair().interval()).contains(Duration.ofSeconds(1));
        assertThat(tuning.repair().heartbeat()).contains(Duration.ofMillis(94));
    }

    @Test
    void dividesWhatMayWaitAmongReceivers() {
        assertThat(backlog(2_000_000, NO_DELAY, 3)).isEqualTo(32_000);
        assertThat(backlog(2_000_000, NO_DELAY, 10)).isEqualTo(9_600);
        assertThat(backlog(2_000_000, NO_DELAY, 100)).isEqualTo(4_200);
    }

    @Test
    void fillsALongLink() {
        assertThat(backlog(8_000_000, Duration.ofMillis(600), 1)).isEqualTo(512_000);
    }

    /** Else readers would ask again before the first answer can be there. */
    @Test
    void asksAgainOnlyAfterAnAnswerCanBeThere() {
        WireTuning satellite = new LinkTuning(512_000, Duration.ofMillis(600), 1).wire();

        assertThat(satellite.repair().nackDelay()).contains(Duration.ofMillis(750));
        assertThat(satellite.repair().interval()).contains(Duration.ofMillis(750));
    }

    /** Whatever the link, a provider takes the settings; the seed is drawn anew each time. */
    @RepeatedTest(20)
    void isAcceptedForEachLink() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        LinkTuning link = new LinkTuning(
                1 + random.nextLong(10_000_000_000L),
                Duration.ofMillis(random.nextInt(5_000)),
                1 + random.nextInt(1_000));

        WireTuning tuning = link.wire();

        assertThat(tuning.backlog().highBytes()).as("seed %d", seed).isBetween(4_200, 512_000);
        assertThat(tuning.repair().interval().orElseThrow())
                .as("seed %d", seed)
                .isBetween(Duration.ofMillis(15), Duration.ofSeconds(1));
        assertThat(link.blocking()).as("seed %d", seed).isBetween(Duration.ofMillis(50), Duration.ofMillis(1_600));
    }

    @Test
    void refusesWhatIsNoLink() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new LinkTuning(0, NO_DELAY, 1))
                .withMessageContaining("a link has a rate");
    }

    private static int backlog(long rate, Duration roundTrip, int receivers) {
        return new LinkTuning(rate, roundTrip, receivers).wire().backlog().highBytes();
    }
}
