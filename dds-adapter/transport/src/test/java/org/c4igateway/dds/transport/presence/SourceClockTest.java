package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SourceClockTest {
    private Instant wall = Instant.ofEpochSecond(10_000);
    private long ticks = 77;
    private final SourceClock clock = new SourceClock(() -> wall, () -> ticks);

    private void pass(Duration time) {
        wall = wall.plus(time);
        ticks += time.toNanos();
    }

    @Test
    void showsTheWallClockWhileThatRuns() {
        assertThat(clock.nanos()).isEqualTo(10_000_000_000_000L);
        pass(Duration.ofSeconds(5));
        assertThat(clock.nanos()).isEqualTo(10_005_000_000_000L);
    }

    @Test
    void givesNoTimeTwice() {
        long first = clock.nanos();

        assertThat(clock.nanos()).isEqualTo(first + SourceClock.STEP_NANOS);
    }

    @Test
    void goesOnWhenTheWallClockIsSetBack() {
        long before = clock.nanos();
        wall = wall.minus(Duration.ofHours(1));

        pass(Duration.ofSeconds(1));

        assertThat(clock.nanos()).isEqualTo(before + Duration.ofSeconds(1).toNanos());
    }

    @Test
    void followsTheWallClockForwards() {
        long before = clock.nanos();
        wall = wall.plus(Duration.ofHours(1));

        assertThat(clock.nanos()).isEqualTo(before + Duration.ofHours(1).toNanos());
    }
}
