package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class MaintenanceScheduleTest {
    private static final LocalDate TODAY = LocalDate.EPOCH;

    private long nanos = Long.MAX_VALUE - 5;
    private final MaintenanceSchedule times = new MaintenanceSchedule(() -> nanos);

    @Test
    void isDueAsSoonAsTheNodeIsActive() {
        assertThat(times.due(false, TODAY)).isFalse();
        assertThat(times.due(true, TODAY)).isTrue();
        times.ran(true);
        assertThat(times.due(true, TODAY)).isFalse();

        assertThat(times.due(false, TODAY)).isFalse();
        assertThat(times.due(true, TODAY)).as("active again, a moment later").isTrue();
    }

    @Test
    void isDueEachHour() {
        assertThat(times.due(true, TODAY)).isTrue();
        times.ran(true);
        pass(MaintenanceSchedule.INTERVAL.minusNanos(1));
        assertThat(times.due(true, TODAY)).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(times.due(true, TODAY)).isTrue();
    }

    @Test
    void isDueAMinuteAfterARunThatLeftSomethingUndone() {
        assertThat(times.due(true, TODAY)).isTrue();
        times.ran(false);
        pass(MaintenanceSchedule.RETRY.minusNanos(1));
        assertThat(times.due(true, TODAY)).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(times.due(true, TODAY)).isTrue();
    }

    @Test
    void isDueWhenADayBegins() {
        assertThat(times.due(true, TODAY)).isTrue();
        times.ran(true);
        assertThat(times.due(true, null)).as("the day is not known").isFalse();
        assertThat(times.due(true, TODAY)).isFalse();

        assertThat(times.due(true, TODAY.plusDays(1))).isTrue();
        times.ran(true);
        assertThat(times.due(true, TODAY.plusDays(1))).isFalse();
    }

    private void pass(Duration duration) {
        nanos += duration.toNanos();
    }
}
