package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.PublicationLine;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.junit.jupiter.api.Test;

class LedgerMetricsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName ZULU = new SystemName("ZULU");
    private static final SystemName NOBODY = new SystemName(NodeProperties.NOBODY);
    /** Names that a C4I server invents; they come before ZULU. */
    private static final List<SystemName> INVENTED = IntStream.range(0, 10_000)
            .mapToObj(i -> new SystemName(String.format(Locale.ROOT, "D%04d", i)))
            .toList();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LedgerMetrics metrics = new LedgerMetrics(Set.of(ZULU), meters);

    @Test
    void showsHowLongTheOldestRowHasWaited() {
        metrics.showBacklog(
                List.of(
                        new BacklogLine(BRAVO, Precedence.FLASH, 3, Optional.of(NOW.minusMillis(2_500))),
                        new BacklogLine(BRAVO, Precedence.ROUTINE, 0, Optional.empty())),
                NOW);

        assertThat(age("FLASH")).isEqualTo(2.5);
        assertThat(age("ROUTINE")).isZero();
        assertThat(meters.get(MeterNames.BACKLOG_ROWS)
                        .tag("precedence", "FLASH")
                        .gauge()
                        .value())
                .isEqualTo(3);
    }

    @Test
    void showsNoNegativeAgeWhenTheClockOfTheDatabaseIsAhead() {
        metrics.showBacklog(List.of(new BacklogLine(BRAVO, Precedence.FLASH, 1, Optional.of(NOW.plusSeconds(5)))), NOW);

        assertThat(age("FLASH")).isZero();
    }

    @Test
    void boundsItsSeriesHoweverManyDestinationsTheServersInvent() {
        metrics.show(lines());
        metrics.showBacklog(backlog(), NOW);

        int figures = DestinationLabels.MAX + 1;
        assertThat(meters.find(MeterNames.LEDGER_UNBALANCED).gauges()).hasSize(figures);
        assertThat(meters.find(MeterNames.BACKLOG_ROWS).gauges()).hasSize(figures);
    }

    @Test
    void showsDestinationsWithARouteHoweverManyNamesComeBeforeThem() {
        metrics.show(lines());
        metrics.showBacklog(backlog(), NOW);

        assertThat(of(MeterNames.LEDGER_UNBALANCED, "ZULU")).isEqualTo(1);
        assertThat(of(MeterNames.BACKLOG_AGE, "ZULU")).isEqualTo(9);
        assertThat(meters.get(MeterNames.LEDGER_ROWS)
                        .tags("destination", "NOBODY", "state", "rejected")
                        .gauge()
                        .value())
                .isEqualTo(7);
    }

    @Test
    void addsUpWhatHasNoFigureOfItsOwn() {
        metrics.show(lines());
        metrics.showBacklog(backlog(), NOW);

        int others = INVENTED.size() + 2 - DestinationLabels.MAX;
        assertThat(of(MeterNames.LEDGER_UNBALANCED, "(others)")).isZero();
        assertThat(of(MeterNames.BACKLOG_ROWS, "(others)")).isEqualTo(others - 1);
        assertThat(of(MeterNames.BACKLOG_AGE, "(others)")).isEqualTo(3);
        assertThat(meters.get(MeterNames.LEDGER_ROWS)
                        .tags("destination", "(others)", "state", "delivered")
                        .gauge()
                        .value())
                .isEqualTo(others);
    }

    private static List<LedgerLine> lines() {
        return Stream.concat(
                        INVENTED.stream().map(name -> new LedgerLine(name, 1, 1, 0, 0, 0, 0, 0)),
                        Stream.of(
                                new LedgerLine(NOBODY, 7, 0, 0, 0, 0, 0, 7), new LedgerLine(ZULU, 2, 1, 0, 0, 0, 0, 0)))
                .toList();
    }

    private static List<BacklogLine> backlog() {
        return Stream.concat(
                        INVENTED.stream()
                                .map(name ->
                                        new BacklogLine(name, Precedence.FLASH, 1, Optional.of(NOW.minusSeconds(3)))),
                        Stream.of(new BacklogLine(ZULU, Precedence.FLASH, 1, Optional.of(NOW.minusSeconds(9)))))
                .toList();
    }

    private double of(String meter, String destination) {
        return meters.get(meter).tag("destination", destination).gauge().value();
    }

    @Test
    void showsHowLongPublicationsWait() {
        metrics.showPublications(
                List.of(
                        new PublicationLine("waiting", 0, Optional.empty()),
                        new PublicationLine("unclaimed", 4, Optional.of(NOW.minusSeconds(7)))),
                NOW);

        assertThat(publications(MeterNames.PUBLICATION_ROWS, "waiting")).isZero();
        assertThat(publications(MeterNames.PUBLICATION_AGE, "waiting")).isZero();
        assertThat(publications(MeterNames.PUBLICATION_ROWS, "unclaimed")).isEqualTo(4);
        assertThat(publications(MeterNames.PUBLICATION_AGE, "unclaimed")).isEqualTo(7);
    }

    private double publications(String meter, String state) {
        return meters.get(meter).tag("state", state).gauge().value();
    }

    @Test
    void saysOfEachGaugeWhatItShows() {
        showAll();

        assertThat(meters.getMeters())
                .hasSizeGreaterThan(6)
                .allSatisfy(meter -> assertThat(meter.getId().getDescription())
                        .as(meter.getId().getName())
                        .isNotBlank());
    }

    @Test
    void showsNothingOnceAnotherNodeIsInCharge() {
        showAll();

        metrics.clear();

        assertThat(meters.getMeters()).isEmpty();
    }

    private void showAll() {
        metrics.show(List.of(new LedgerLine(BRAVO, 1, 1, 0, 0, 0, 0, 0)));
        metrics.showBacklog(List.of(new BacklogLine(BRAVO, Precedence.FLASH, 1, Optional.of(NOW))), NOW);
        metrics.showDeadLetters(Map.of("inbound", 1L));
        metrics.showPublications(List.of(new PublicationLine("unclaimed", 1, Optional.of(NOW))), NOW);
    }

    private double age(String precedence) {
        return meters.get(MeterNames.BACKLOG_AGE)
                .tag("precedence", precedence)
                .gauge()
                .value();
    }
}
