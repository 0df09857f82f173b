package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LockPatienceTest {
    private static MaintenanceState state(long strayRows, int daysAhead) {
        return new MaintenanceState(Duration.ZERO, strayRows, daysAhead, LocalDate.EPOCH);
    }

    @Test
    void waitsLongerEachTimeUpToTwoSeconds() {
        MaintenanceState stray = state(1, 14);

        assertThat(Stream.iterate(LockPatience.FIRST, patience -> patience.after(stray))
                        .limit(7)
                        .map(patience -> patience.value().toMillis()))
                .containsExactly(100L, 200L, 400L, 800L, 1_600L, 2_000L, 2_000L);
        assertThat(LockPatience.FIRST.after(state(0, 1)).value()).hasMillis(200);
    }

    @Test
    void isShortAgainOnceRowsAndDaysAreWhereTheyBelong() {
        LockPatience longest = new LockPatience(Duration.ofSeconds(2));

        assertThat(longest.after(state(0, 2))).isEqualTo(LockPatience.FIRST);
        assertThat(longest.after(state(0, -1))).isEqualTo(longest);
    }
}
