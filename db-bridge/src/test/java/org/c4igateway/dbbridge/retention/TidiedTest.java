package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.Test;

class TidiedTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

    @Test
    void isCompleteWhenAnotherTrySoonCouldDoNothing() {
        MaintenanceState good = new MaintenanceState(MaintenanceState.MAX_SKEW, 0, 14, TODAY);

        assertThat(tidied("pending", good).complete()).isTrue();
        assertThat(tidied("missing", good).complete()).isFalse();
        assertThat(tidied("dropped", new MaintenanceState(Duration.ZERO, 1, 14, TODAY))
                        .complete())
                .isFalse();
        for (Duration more : new Duration[] {
            MaintenanceState.MAX_SKEW.plusNanos(1),
            MaintenanceState.MAX_SKEW.plusNanos(1).negated()
        }) {
            assertThat(tidied("dropped", new MaintenanceState(more, 0, 14, TODAY))
                            .complete())
                    .isFalse();
        }
    }

    private static Tidied tidied(String outcome, MaintenanceState after) {
        return new Tidied(0, Map.of("outbox_20261101", outcome), 0, 0, after);
    }
}
