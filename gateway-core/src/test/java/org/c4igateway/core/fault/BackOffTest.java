package org.c4igateway.core.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackOffTest {
    private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(1));

    @Test
    void doublesToTheLongestPauseAndShortensEachByAtMostAHalf() {
        for (long whole : List.of(100L, 200L, 400L, 800L, 1_000L, 1_000L)) {
            assertThat(backOff.nextMillis()).isBetween(whole / 2, whole);
        }
    }

    @Test
    void beginsWithTheFirstPauseAfterASuccess() {
        backOff.nextMillis();
        backOff.nextMillis();
        backOff.reset();

        assertThat(backOff.nextMillis()).isBetween(50L, 100L);
    }

    @Test
    void refusesPausesThatCannotGrow() {
        assertThatThrownBy(() -> new BackOff(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new BackOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
