package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SignalPaceTest {
    private final SignalPace pace = new SignalPace();

    @Test
    void wakesFurtherAndFurtherApartAfterReadersWentQuiet() {
        long start = -5_000_000_000L;
        pace.wentQuiet(start);
        List<Long> dueMillis = new ArrayList<>();
        for (long millis = 0; millis < 1_000; millis++) {
            if (pace.isEchoDue(start + TimeUnit.MILLISECONDS.toNanos(millis))) {
                dueMillis.add(millis);
            }
        }
        assertThat(dueMillis).containsExactly(10L, 30L, 60L, 100L, 150L);
    }

    @Test
    void waitsUntilTheNextWakeButNotLongerThanATenthOfASecond() {
        assertThat(pace.waitMillis(0)).isEqualTo(100);
        pace.wentQuiet(0);
        assertThat(pace.waitMillis(0)).isEqualTo(11);
        assertThat(pace.waitMillis(TimeUnit.MILLISECONDS.toNanos(50))).isEqualTo(1);
    }

    @Test
    void takesReadersAsPollingForATenthOfASecondAfterTheLastRow() {
        long seen = -5_000_000_000L;

        assertThat(SignalPace.pollingNanos(seen, seen)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(SignalPace.pollingNanos(seen, seen + TimeUnit.MILLISECONDS.toNanos(70)))
                .isEqualTo(TimeUnit.MILLISECONDS.toNanos(30));
        assertThat(SignalPace.pollingNanos(seen, seen + TimeUnit.MILLISECONDS.toNanos(100)))
                .isZero();
        assertThat(SignalPace.pollingNanos(seen, seen + TimeUnit.SECONDS.toNanos(9)))
                .isZero();
    }

    @Test
    void wakesTheOtherReadersEachTwentyMillisecondsWhileOnePolls() {
        assertThat(SignalPace.othersNanos(TimeUnit.MILLISECONDS.toNanos(70)))
                .isEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(SignalPace.othersNanos(7)).isEqualTo(7);
    }
}
