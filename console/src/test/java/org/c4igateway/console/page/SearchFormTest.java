package org.c4igateway.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchFormTest {
    @Test
    void asksForMessagesUntilATime() {
        assertThat(SearchForm.of(Map.of("until", "2026-11-23T10:00")).search().until())
                .contains(Instant.parse("2026-11-23T10:00:00Z"));
    }

    @Test
    void asksForAllTopicsWhenTheFieldHoldsNothingToRead() {
        assertThat(SearchForm.of(Map.of("topic", "\0\t\0")).search().topicId()).isEmpty();
    }

    /** PostgreSQL holds the years -4712 to 294276; the query failed and the page with it. */
    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31T23:59", "-999999999-01-01T00:00", "+294277-01-01T00:00", "tomorrow"})
    void ignoresATimeThatTheDatabaseCannotHold(String until) {
        assertThat(SearchForm.of(Map.of("until", until)).search().until()).isEmpty();
    }
}
