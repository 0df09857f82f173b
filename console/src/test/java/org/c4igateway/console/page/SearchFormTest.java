package org.c4igateway.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dbbridge.trail.MessageSearch;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchFormTest {
    private static final CatalogueNames NAMES = new CatalogueNames(TopicCatalogue::reference);

    @Test
    void asksForMessagesBetweenTimesOfTheZoneThatThePageShows() {
        Map<String, String> fields = Map.of("since", "2026-11-23T09:00", "until", "2026-11-23T10:00");

        assertThat(search(fields).until()).contains(Instant.parse("2026-11-23T10:00:00Z"));
        assertThat(SearchForm.of(fields).search(NAMES, ZoneId.of("Asia/Seoul")).since())
                .contains(Instant.parse("2026-11-23T00:00:00Z"));
    }

    @Test
    void asksForEverythingWhenTheFieldsHoldNothingToRead() {
        assertThat(search(Map.of(
                                "topic",
                                "\0\t\0",
                                "state",
                                "lost",
                                "precedence",
                                "URGENT",
                                "system",
                                " ",
                                "text",
                                "\0"))
                        .filter())
                .isEqualTo(MessageSearch.Filter.NONE);
    }

    @Test
    void asksForWhatIsGiven() {
        assertThat(search(Map.of(
                                "topic",
                                "A004",
                                "system",
                                "BRAVO",
                                "state",
                                "pending",
                                "precedence",
                                "FLASH",
                                "text",
                                "훈련"))
                        .filter())
                .isEqualTo(new MessageSearch.Filter(
                        Optional.of(Set.of("A004")),
                        Optional.of("BRAVO"),
                        Optional.of("pending"),
                        Optional.of(Precedence.FLASH),
                        Optional.of("훈련")));
    }

    @Test
    void findsTopicsByAPartOfTheirNames() {
        assertThat(search(Map.of("topic", "helquest")).filter().topics().orElseThrow())
                .contains("A004");
        assertThat(search(Map.of("topic", "a004")).filter().topics().orElseThrow())
                .contains("A004");
        assertThat(search(Map.of("topic", "X-OWN")).filter().topics()).contains(Set.of("X-OWN"));
    }

    /** PostgreSQL holds the years -4712 to 294276; the query failed and the page with it. */
    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31T23:59", "-999999999-01-01T00:00", "+294277-01-01T00:00", "tomorrow"})
    void ignoresATimeThatTheDatabaseCannotHold(String until) {
        assertThat(search(Map.of("until", until, "since", until)).until()).isEmpty();
        assertThat(search(Map.of("until", until, "since", until)).since()).isEmpty();
        for (String zone : List.of("America/New_York", "Pacific/Kiritimati", "-18:00")) {
            assertThat(SearchForm.of(Map.of("until", until))
                            .search(NAMES, ZoneId.of(zone))
                            .until())
                    .isEmpty();
        }
    }

    private static MessageSearch search(Map<String, String> fields) {
        return SearchForm.of(fields).search(NAMES, ZoneOffset.UTC);
    }
}
