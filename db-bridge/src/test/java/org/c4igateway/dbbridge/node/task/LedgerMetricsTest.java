package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.PublicationLine;
import org.junit.jupiter.api.Test;

class LedgerMetricsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LedgerMetrics metrics = new LedgerMetrics(meters);

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
        metrics.show(IntStream.range(0, 10_000)
                .mapToObj(i -> new LedgerLine(new SystemName("D" + i), 1, 1, 0, 0, 0, 0, 0))
                .toList());

        assertThat(meters.find(MeterNames.LEDGER_UNBALANCED).gauges()).hasSize(LedgerMetrics.MAX_DESTINATIONS);
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
