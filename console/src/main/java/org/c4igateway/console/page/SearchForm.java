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
    static SearchForm of(Map<String, String> fields) {
        String before = fields.getOrDefault("before", "");
        return new SearchForm(
                fields.getOrDefault("topic", "").strip(),
                fields.getOrDefault("until", "").strip(),
                before.matches("[0-9]{1,18}") ? Long.parseLong(before) : Long.MAX_VALUE);
    }

    MessageSearch search() {
        return new MessageSearch(Optional.of(topic.replace("\0", "")).filter(id -> !id.isEmpty()), instant(), before);
    }

    private Optional<Instant> instant() {
        try {
            return until.isEmpty()
                    ? Optional.empty()
                    : Optional.of(LocalDateTime.parse(until).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
