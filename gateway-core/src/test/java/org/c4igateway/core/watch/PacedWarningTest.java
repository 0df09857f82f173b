package org.c4igateway.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PacedWarningTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final PacedWarning warning = new PacedWarning(nanos::get);

    @Test
    void tellsTheFirstAndOneAMinuteWithTheNumberOfTheOthers() {
        assertThat(warning.next()).hasValue(0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(warning.next()).isEmpty();
        }
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(warning.next()).hasValue(1_000);
        assertThat(warning.next()).isEmpty();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(warning.next()).hasValue(1);
    }
}
