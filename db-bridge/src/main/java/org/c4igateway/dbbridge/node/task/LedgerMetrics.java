package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.metric.GaugeRows;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.PublicationLine;

/**
 * Shows both sides of the ledger, the backlog with its age, what is published and not routed, and the number of parked
 * messages as gauges. One thread at a time. Labels are the destinations in the outbox, which C4I servers write: beyond
 * {@link #MAX_DESTINATIONS} the rest is left out, so that a server that invents names cannot fill the monitoring.
 */
public final class LedgerMetrics {
    static final int MAX_DESTINATIONS = 256;

    private static final double MILLIS = 1_000;

    private final GaugeRows rows;
    private final GaugeRows unbalanced;
    private final GaugeRows backlog;
    private final GaugeRows ages;
    private final GaugeRows letters;
    private final GaugeRows publications;
    private final GaugeRows publicationAges;

    public LedgerMetrics(MeterRegistry meters) {
        this.rows = new GaugeRows(
                meters, MeterNames.LEDGER_ROWS, "Rows of the ledger by state; accepted is the sum of the others");
        this.unbalanced = new GaugeRows(meters, MeterNames.LEDGER_UNBALANCED, "1 when the ledger does not add up");
        this.backlog = new GaugeRows(meters, MeterNames.BACKLOG_ROWS, "Rows without a final state");
        this.ages = new GaugeRows(meters, MeterNames.BACKLOG_AGE, "Age of the oldest row without a final state");
        this.letters = new GaugeRows(meters, MeterNames.DEAD_LETTERS, "Parked messages that are kept");
        this.publications =
                new GaugeRows(meters, MeterNames.PUBLICATION_ROWS, "Published messages without destinations");
        this.publicationAges = new GaugeRows(
                meters, MeterNames.PUBLICATION_AGE, "Age of the oldest published message without destinations");
    }

    public void show(List<LedgerLine> lines) {
        List<Row> shown = new ArrayList<>();
        List<Row> balances = new ArrayList<>();
        for (LedgerLine line : lines.subList(0, Math.min(lines.size(), MAX_DESTINATIONS))) {
            String destination = line.destination().value();
            shown.add(row(destination, "accepted", line.accepted()));
            shown.add(row(destination, "delivered", line.delivered()));
            shown.add(row(destination, "sent", line.sent()));
            shown.add(row(destination, "pending", line.pending()));
            shown.add(row(destination, "expired", line.expired()));
            shown.add(row(destination, "superseded", line.superseded()));
            shown.add(row(destination, "rejected", line.rejected()));
            balances.add(Row.of(Tags.of(MeterNames.DESTINATION, destination), line.balanced() ? 0 : 1));
        }
        rows.show(shown);
        unbalanced.show(balances);
    }

    /** @param now when the lines were read, by the clock of the database, which also says when a row was submitted */
    public void showBacklog(List<BacklogLine> lines, Instant now) {
        List<Row> counts = new ArrayList<>();
        List<Row> seconds = new ArrayList<>();
        for (BacklogLine line : lines.subList(0, Math.min(lines.size(), 4 * MAX_DESTINATIONS))) {
            Tags tags = Tags.of(
                    MeterNames.DESTINATION, line.destination().value(),
                    MeterNames.PRECEDENCE, line.precedence().name());
            counts.add(Row.of(tags, line.rows()));
            seconds.add(Row.of(
                    tags,
                    line.oldest()
                            .map(oldest ->
                                    Math.max(0, Duration.between(oldest, now).toMillis() / MILLIS))
                            .orElse(0.0)));
        }
        backlog.show(counts);
        ages.show(seconds);
    }

    public void showDeadLetters(Map<String, Long> byDirection) {
        letters.show(byDirection.entrySet().stream()
                .map(entry -> Row.of(Tags.of(MeterNames.DIRECTION, entry.getKey()), entry.getValue()))
                .toList());
    }

    /**
     * @param now when the lines were read, by the clock of the database, which also says when a message was published
     */
    public void showPublications(List<PublicationLine> lines, Instant now) {
        publications.show(lines.stream()
                .map(line -> Row.of(Tags.of(MeterNames.STATE, line.state()), line.rows()))
                .toList());
        publicationAges.show(lines.stream()
                .map(line -> Row.of(Tags.of(MeterNames.STATE, line.state()), line.oldestSeconds(now)))
                .toList());
    }

    /** Another node is active now and shows them. */
    public void clear() {
        show(List.of());
        showBacklog(List.of(), Instant.EPOCH);
        showDeadLetters(Map.of());
        showPublications(List.of(), Instant.EPOCH);
    }

    private static Row row(String destination, String state, long count) {
        return Row.of(Tags.of(MeterNames.DESTINATION, destination, MeterNames.STATE, state), count);
    }
}
