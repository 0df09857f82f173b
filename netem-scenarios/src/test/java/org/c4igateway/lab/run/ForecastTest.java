package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final RunKey SHORT = new RunKey("s", "c", "short", 1);
    private static final RunKey LONG = new RunKey("s", "c", "long", 1);

    @Test
    void expectsOfAKindWhatItTookBefore() {
        Forecast forecast = new Forecast();
        forecast.ended(SHORT, 10);
        forecast.ended(LONG, 100);

        assertThat(forecast.left(List.of(SHORT, LONG, LONG), Duration.ofSeconds(110)))
                .isEqualTo(Duration.ofSeconds(210));
    }

    @Test
    void countsThatRunsGoSideBySide() {
        Forecast forecast = new Forecast();
        forecast.ended(SHORT, 30);
        forecast.ended(SHORT, 30);

        assertThat(forecast.left(List.of(SHORT, SHORT), Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void knowsNothingBeforeTheFirstRun() {
        assertThat(new Forecast().left(List.of(SHORT), Duration.ofSeconds(5))).isZero();
    }
}
