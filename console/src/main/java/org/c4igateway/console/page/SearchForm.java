package org.c4igateway.console.page;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.dbbridge.trail.MessageSearch;

/**
 * Fields of a search form. Untrusted: invalid values are ignored.
 *
 * @param topic id of a topic; empty for all
 * @param until instant in UTC as a browser's field writes it; empty for now
 * @param before number at which the page before this one ended
 */
record SearchForm(String topic, String until, long before) {
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    static SearchForm of(Map<String, String> fields) {
        String before = fields.getOrDefault("before", "");
        return new SearchForm(
                fields.getOrDefault("topic", "").replace("\0", "").strip(),
                fields.getOrDefault("until", "").strip(),
                before.matches("[0-9]{1,18}") ? Long.parseLong(before) : Long.MAX_VALUE);
    }

    MessageSearch search() {
        return new MessageSearch(Optional.of(topic).filter(id -> !id.isEmpty()), instant(), before);
    }

    /** A year that no database holds is an invalid value too: a query with it would fail. */
    private Optional<Instant> instant() {
        try {
            return Optional.of(until)
                    .filter(text -> !text.isEmpty())
                    .map(text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC))
                    .filter(instant -> !instant.isBefore(FIRST) && !instant.isAfter(LAST));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
