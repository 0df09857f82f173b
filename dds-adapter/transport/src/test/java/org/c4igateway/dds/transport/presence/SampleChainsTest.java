package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleChainsTest {
    private static final long WRITER = 1;
    private static final long OTHER_WRITER = 2;

    private final SampleChains chains = new SampleChains();

    private boolean isNext(long writer, String origin, long sourceNanos, long previousNanos) {
        return chains.isNext(origin, new WrittenSample(writer, sourceNanos, previousNanos));
    }

    @Test
    void takesTheOneAfterTheLast() {
        assertThat(isNext(WRITER, "ALPHA", 10_000, 0)).isTrue();
        assertThat(isNext(WRITER, "ALPHA", 20_000, 10_000)).isTrue();
        assertThat(isNext(WRITER, "ALPHA", 30_000, 20_000)).isTrue();
    }

    @Test
    void seesThatOneIsMissing() {
        isNext(WRITER, "ALPHA", 10_000, 0);

        assertThat(isNext(WRITER, "ALPHA", 30_000, 20_000)).isFalse();
        assertThat(isNext(WRITER, "ALPHA", 40_000, 30_000)).isTrue();
    }

    @Test
    void doesNotKnowOfTheFirstOneUnlessItsWriterSaysSo() {
        assertThat(isNext(WRITER, "ALPHA", 30_000, 20_000)).isFalse();
        assertThat(isNext(OTHER_WRITER, "ALPHA", 30_000, 0)).isTrue();
    }

    @Test
    void keepsWritersAndOriginsApart() {
        isNext(WRITER, "ALPHA", 10_000, 0);
        isNext(WRITER, "BRAVO", 10_000, 0);

        assertThat(isNext(WRITER, "BRAVO", 30_000, 10_000)).isTrue();
        assertThat(isNext(OTHER_WRITER, "ALPHA", 20_000, 10_000)).isFalse();
        assertThat(isNext(WRITER, "ALPHA", 20_000, 10_000)).isTrue();
    }

    @Test
    void takesATimeThatAProviderHasRoundedToMicroseconds() {
        isNext(WRITER, "ALPHA", 10_001_000, 0);

        assertThat(isNext(WRITER, "ALPHA", 10_005_000, 10_000_500)).isTrue();
    }

    @Test
    void forgetsWritersWhenThereAreTooMany() {
        for (long writer = 0; writer < 70_000; writer++) {
            isNext(writer, "ALPHA", 10_000, 0);
        }

        assertThat(isNext(69_999, "ALPHA", 20_000, 10_000)).isTrue();
        assertThat(isNext(0, "ALPHA", 20_000, 10_000)).isFalse();
    }
}
