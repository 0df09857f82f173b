package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.GaugeRows;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.PublicationLine;
import org.c4igateway.dbbridge.node.settings.NodeProperties;

/**
 * Shows both sides of the ledger, the backlog with its age, what is published and not routed, and the number of parked
 * messages as gauges. One thread at a time. Labels are the destinations in the outbox: those with a route and the
 * destination of what nobody wants, then others as {@link DestinationLabels} bounds them.
 */
public final class LedgerMetrics {
    private static final double MILLIS = 1_000;

    private static final List<State> STATES = List.of(
            new State("accepted", LedgerLine::accepted),
            new State("delivered", LedgerLine::delivered),
            new State("sent", LedgerLine::sent),
            new State("pending", LedgerLine::pending),
            new State("expired", LedgerLine::expired),
            new State("superseded", LedgerLine::superseded),
            new State("rejected", LedgerLine::rejected));

    private final Set<SystemName> routed;
    private final GaugeRows rows;
    private final GaugeRows unbalanced;
    private final GaugeRows backlog;
    private final GaugeRows ages;
    private final GaugeRows letters;
    private final GaugeRows publications;
    private final GaugeRows publicationAges;

    private record State(String name, ToLongFunction<LedgerLine> count) {}

    /** @param routed destinations that have a transport; may grow */
    public LedgerMetrics(Set<SystemName> routed, MeterRegistry meters) {
        this.routed = Collections.unmodifiableSet(routed);
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
        DestinationLabels labels =
                labels(lines.stream().map(LedgerLine::destination).toList());
        Map<Tags, Number> counts = new LinkedHashMap<>();
        Map<Tags, Number> balances = new LinkedHashMap<>();
        for (LedgerLine line : lines) {
            Tags destination = Tags.of(MeterNames.DESTINATION, labels.of(line.destination()));
            for (State state : STATES) {
                counts.merge(
                        destination.and(MeterNames.STATE, state.name()),
                        state.count().applyAsLong(line),
                        (one, other) -> one.longValue() + other.longValue());
            }
            balances.merge(
                    destination, line.balanced() ? 0 : 1, (one, other) -> Math.max(one.intValue(), other.intValue()));
        }
        rows.show(rows(counts));
        unbalanced.show(rows(balances));
    }

    /** @param now when the lines were read, by the clock of the database, which also says when a row was submitted */
    public void showBacklog(List<BacklogLine> lines, Instant now) {
        DestinationLabels labels =
                labels(lines.stream().map(BacklogLine::destination).toList());
        Map<Tags, Number> counts = new LinkedHashMap<>();
        Map<Tags, Number> seconds = new LinkedHashMap<>();
        for (BacklogLine line : lines) {
            Tags tags = Tags.of(
                    MeterNames.DESTINATION,
                    labels.of(line.destination()),
                    MeterNames.PRECEDENCE,
                    line.precedence().name());
            double age = line.oldest()
                    .map(oldest -> Math.max(0, Duration.between(oldest, now).toMillis() / MILLIS))
                    .orElse(0.0);
            counts.merge(tags, line.rows(), (one, other) -> one.longValue() + other.longValue());
            seconds.merge(tags, age, (one, other) -> Math.max(one.doubleValue(), other.doubleValue()));
        }
        backlog.show(rows(counts));
        ages.show(rows(seconds));
    }

    private DestinationLabels labels(List<SystemName> destinations) {
        return DestinationLabels.of(
                destinations, name -> routed.contains(name) || name.value().equals(NodeProperties.NOBODY));
    }

    private static List<Row> rows(Map<Tags, Number> values) {
        return values.entrySet().stream()
                .map(entry -> Row.of(entry.getKey(), entry.getValue()))
                .toList();
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
}
