package org.c4igateway.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dbbridge.trail.MessageSearch;
import org.c4igateway.topics.TopicCatalogue;

/** Whatever the fields of the search form hold, there is a search that the database can run. */
class SearchFormFuzzTest {
    private static final CatalogueNames NAMES = new CatalogueNames(TopicCatalogue::reference);
    private static final Instant FIRST = Instant.parse("-4712-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("+294275-12-31T23:59:59Z");

    @FuzzTest
    void asksWhatTheDatabaseCanAnswer(FuzzedDataProvider data) {
        String until =
                data.pickValue(new String[] {"", "2026-11-23T10:00", "+294276-12-31T23:59", "-4713-01-01T00:00"});
        MessageSearch search = SearchForm.of(Map.of(
                        "topic",
                        data.consumeString(40),
                        "system",
                        data.consumeString(40),
                        "text",
                        data.consumeString(40),
                        "state",
                        data.consumeString(10),
                        "until",
                        data.consumeBoolean() ? until : data.consumeString(40),
                        "before",
                        data.consumeRemainingAsString()))
                .search(NAMES, ZoneOffset.UTC);

        assertThat(search.before()).isNotNegative();
        assertThat(search.filter().topics().orElse(Set.of("x")))
                .isNotEmpty()
                .allSatisfy(topic -> assertThat(topic).isNotBlank().doesNotContain("\0"));
        for (Optional<String> field : List.of(
                search.filter().system(),
                search.filter().text(),
                search.filter().state())) {
            assertThat(field.orElse("x")).isNotEmpty().doesNotContain("\0");
        }
        search.until().ifPresent(instant -> assertThat(instant).isBetween(FIRST, LAST));
    }
}
