package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.LocalDate;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.retention.MaintenanceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseWatchTest {
    private static final LocalDate TODAY = LocalDate.EPOCH;
    private static final MaintenanceState GOOD = new MaintenanceState(Duration.ofMillis(-200), 0, 14, TODAY);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DatabaseWatch watch = new DatabaseWatch(meters);

    @Test
    void showsClockStrayRowsAndDaysAhead() {
        watch.show(new MaintenanceState(Duration.ofMillis(-61_500), 7, 3, TODAY));

        assertThat(gauge(MeterNames.CLOCK_SKEW)).isEqualTo(-61.5);
        assertThat(gauge(MeterNames.DEFAULT_PARTITION_ROWS)).isEqualTo(7);
        assertThat(gauge(MeterNames.PARTITION_DAYS_AHEAD)).isEqualTo(3);
        assertThat(watch.state())
                .hasValueSatisfying(state -> assertThat(state.clocksDisagree()).isTrue());
    }

    @Test
    void saysOnceThatTheClocksDisagreeAndOnceThatTheyAgreeAgain(CapturedOutput output) {
        MaintenanceState wrong = new MaintenanceState(Duration.ofMinutes(-20), 0, 14, TODAY);
        watch.show(GOOD);
        watch.show(wrong);
        watch.show(wrong);
        watch.show(GOOD);
        watch.show(GOOD);

        assertThat(output.getAll().split("GW-404", -1)).hasSize(2);
        assertThat(output.getAll().split("agree again", -1)).hasSize(2);
        assertThat(output.getAll()).contains("1200.0 s behind this node's");
    }

    @Test
    void saysThatRowsLieInADefaultPartition(CapturedOutput output) {
        watch.show(new MaintenanceState(Duration.ZERO, 7, 14, TODAY));
        watch.show(new MaintenanceState(Duration.ZERO, 9, 14, TODAY));

        assertThat(output.getAll().split("default partition", -1)).hasSize(2);
    }

    @Test
    void showsNothingOnceAnotherNodeIsInCharge() {
        watch.show(GOOD);

        watch.clear();

        assertThat(watch.state()).isEmpty();
        assertThat(meters.getMeters()).isEmpty();
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }
}
