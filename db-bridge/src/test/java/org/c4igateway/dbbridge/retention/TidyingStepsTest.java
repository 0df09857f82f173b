package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class TidyingStepsTest {
    private final TidyingSteps steps = new TidyingSteps();

    @Test
    void throwsNothingWhenEachStepWentThrough() throws SQLException {
        assertThat(steps.attempt(0, () -> 7)).isEqualTo(7);

        assertThat(steps.wentThrough()).isTrue();
        steps.end();
    }

    @Test
    void throwsTheFirstFaultAtTheEndWithTheOthers() {
        SQLException first = new SQLException("disk full", "53100");
        SQLException second = new SQLException("lock", "55P03");

        assertThat(steps.attempt(3, () -> {
                    throw first;
                }))
                .isEqualTo(3);
        steps.keep(second);
        assertThat(steps.attempt(0, () -> 7)).isEqualTo(7);
        SQLException third = new SQLException("away", "08006");
        steps.attempt(() -> {
            throw third;
        });

        assertThat(steps.wentThrough()).isFalse();
        assertThatThrownBy(steps::end)
                .isSameAs(first)
                .hasSuppressedException(second)
                .hasSuppressedException(third);
    }
}
