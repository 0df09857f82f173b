package org.c4igateway.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.scenario.Event;
import org.junit.jupiter.api.Test;

class AdditionTest {
    private static final Instant ZERO = Instant.parse("2026-11-23T08:00:00Z");
    private static final RunResult.Delivery DELIVERY =
            new RunResult.Delivery(6, 6, 6, 0, 0, 5.5, 7.0, 7.5, "", "", List.of());
    private static final Map<Event, Instant> STARTED =
            Map.of(new Event(Duration.ofSeconds(2), Event.Action.START, "GOLF"), ZERO.plusSeconds(2));
    private static final Map<String, Host.Traffic> TRAFFIC = Map.of("GOLF", new Host.Traffic(100, 1, 250, 2));

    @Test
    void countsLinesAsOftenAsTheyCome() {
        assertThat(Addition.changedLines("a\nb\n", "a\nb\n")).isZero();
        assertThat(Addition.changedLines("a\nb\n", "a\nx\nb\na\n")).isEqualTo(2);
    }

    @Test
    void countsFromTheStartOfTheNewcomer() {
        assertThat(new Addition("GOLF", 12).figures(STARTED, ZERO, DELIVERY, TRAFFIC, null))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Addition.LINES, 12.0, Addition.FIRST_ROW, 3.5, Addition.ALL_ROWS, 5.0, Addition.BYTES, 350.0));
    }

    @Test
    void countsFromTheRowsWhereTheyComeLaterAndTellsDiscoveryApart() {
        Map<Event, Instant> happened = Map.of(
                new Event(Duration.ofSeconds(2), Event.Action.START, "GOLF"),
                ZERO.plusSeconds(2),
                new Event(Duration.ofSeconds(5), Event.Action.SUBMIT, ""),
                ZERO.plusSeconds(5));

        assertThat(new Addition("GOLF", 0).figures(happened, ZERO, DELIVERY, TRAFFIC, new Host.Traffic(60, 1, 40, 1)))
                .isEqualTo(Map.of(
                        Addition.LINES,
                        0.0,
                        Addition.FIRST_ROW,
                        0.5,
                        Addition.ALL_ROWS,
                        2.0,
                        Addition.DISCOVERY,
                        100.0,
                        Addition.BYTES,
                        350.0));
    }

    /** Nothing is not what discovery cost, but that the process was not up yet. */
    @Test
    void tellsNoDiscoveryWhereNothingHadPassedBeforeTheRows() {
        assertThat(new Addition("GOLF", 0).figures(STARTED, ZERO, DELIVERY, TRAFFIC, new Host.Traffic(0, 0, 0, 0)))
                .doesNotContainKey(Addition.DISCOVERY);
    }

    @Test
    void saysNothingWithoutANewcomer() {
        assertThat(new Addition("", 0).figures(STARTED, ZERO, DELIVERY, TRAFFIC, null))
                .isEmpty();
        assertThat(new Addition("GOLF", 0).figures(Map.of(), ZERO, DELIVERY, TRAFFIC, null))
                .isEmpty();
    }
}
