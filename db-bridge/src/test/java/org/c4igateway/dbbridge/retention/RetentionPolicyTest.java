package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Map;
import org.c4igateway.core.fault.InvalidSettingException;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetentionPolicyTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

    @Test
    void keepsADayAndNoDeadLettersAtLeast() {
        assertThat(new RetentionPolicy(1, 1, 1, 2, 0).identityDays()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 2, 0, days-ahead",
        "1, 0, 1, 2, 0, outbox-days",
        "1, 1, 0, 2, 0, inbox-days",
        "1, 1, 1, 1, 0, identity-days",
        "1, 1, 1, 2, -1, dead-letter-days"
    })
    void refusesLess(int ahead, int outbox, int inbox, int identities, int letters, String key) {
        assertThatThrownBy(() -> new RetentionPolicy(ahead, outbox, inbox, identities, letters))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(key);
    }

    @Test
    void isCarriedOutWhenAnotherTrySoonCouldDoNothing() {
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
