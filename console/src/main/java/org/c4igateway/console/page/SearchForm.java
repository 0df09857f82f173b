package org.c4igateway.console.page;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dbbridge.trail.MessageSearch;

/**
 * Fields of a search form. Untrusted: invalid values are ignored.
 *
 * @param topic id or name of a topic, or a part of one; empty for all
 * @param system a destination of a sent message, the origin of a received one; empty for all
 * @param state one of {@link #STATES}; empty for all
 * @param precedence name of one; empty for all
 * @param text is in label or subject; empty for all
 * @param since local time as a browser's field writes it; empty for the beginning
 * @param until the same; empty for now
 * @param before number at which the page before this one ended
 */
record SearchForm(
        String topic,
        String system,
        String state,
        String precedence,
        String text,
        String since,
        String until,
        long before) {
    static final List<String> STATES = List.of("pending", "delivered", "sent", "expired", "superseded", "rejected");

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    static SearchForm of(Map<String, String> fields) {
        String before = field(fields, "before");
        return new SearchForm(
                field(fields, "topic"),
                field(fields, "system"),
                Optional.of(field(fields, "state")).filter(STATES::contains).orElse(""),
                precedences()
                        .filter(field(fields, "precedence")::equals)
                        .findFirst()
                        .orElse(""),
                field(fields, "text"),
                field(fields, "since"),
                field(fields, "until"),
                before.matches("[0-9]{1,18}") ? Long.parseLong(before) : Long.MAX_VALUE);
    }

    private static String field(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "").replace("\0", "").strip();
    }

    private static Stream<String> precedences() {
        return Stream.of(Precedence.values()).map(Enum::name);
    }

    /** Whether a search may end before it has found a page of messages. The template of the page asks. */
    public boolean isNarrow() {
        return Stream.of(topic, system, state, precedence, text).anyMatch(field -> !field.isEmpty());
    }

    /** @param zone of the times in the form */
    MessageSearch search(CatalogueNames names, ZoneId zone) {
        return new MessageSearch(
                new MessageSearch.Filter(
                        names.matching(topic),
                        given(system),
                        given(state),
                        given(precedence).map(Precedence::valueOf),
                        given(text)),
                instant(since, zone),
                instant(until, zone),
                before);
    }

    private static Optional<String> given(String field) {
        return Optional.of(field).filter(text -> !text.isEmpty());
    }

    /** A year that no database holds is an invalid value too: a query with it would fail. */
    private static Optional<Instant> instant(String field, ZoneId zone) {
        try {
            return given(field)
                    .map(text -> LocalDateTime.parse(text).atZone(zone).toInstant())
                    .filter(instant -> !instant.isBefore(FIRST) && !instant.isAfter(LAST));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
