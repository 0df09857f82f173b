package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MaintenanceScheduleTest {
    private long nanos = Long.MAX_VALUE - 5;
    private final MaintenanceSchedule times = new MaintenanceSchedule(() -> nanos);

    @Test
    void isDueAsSoonAsTheNodeIsActive() {
        assertThat(times.due(false)).isFalse();
        assertThat(times.due(true)).isTrue();
        times.ran(true);
        assertThat(times.due(true)).isFalse();

        assertThat(times.due(false)).isFalse();
        assertThat(times.due(true)).as("active again, a moment later").isTrue();
    }

    @Test
    void isDueEachHour() {
        assertThat(times.due(true)).isTrue();
        times.ran(true);
        pass(MaintenanceSchedule.INTERVAL.minusNanos(1));
        assertThat(times.due(true)).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(times.due(true)).isTrue();
    }

    @Test
    void isDueAMinuteAfterARunThatLeftSomethingUndone() {
        assertThat(times.due(true)).isTrue();
        times.ran(false);
        pass(MaintenanceSchedule.RETRY.minusNanos(1));
        assertThat(times.due(true)).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(times.due(true)).isTrue();
    }

    private void pass(Duration duration) {
        nanos += duration.toNanos();
    }
}
