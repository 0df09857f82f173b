package org.c4igateway.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.util.Map;
import org.c4igateway.dbbridge.trail.MessageSearch;

/** Whatever the fields of the search form hold, there is a search that the database can run. */
class SearchFormFuzzTest {
    private static final Instant FIRST = Instant.parse("-4712-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("+294275-12-31T23:59:59Z");

    @FuzzTest
    void asksWhatTheDatabaseCanAnswer(FuzzedDataProvider data) {
        String until =
                data.pickValue(new String[] {"", "2026-11-23T10:00", "+294276-12-31T23:59", "-4713-01-01T00:00"});
        MessageSearch search = SearchForm.of(Map.of(
                        "topic",
                        data.consumeString(40),
                        "until",
                        data.consumeBoolean() ? until : data.consumeString(40),
                        "before",
                        data.consumeRemainingAsString()))
                .search();

        assertThat(search.before()).isNotNegative();
        assertThat(search.topicId().orElse("x")).isNotBlank().doesNotContain("\0");
        search.until().ifPresent(instant -> assertThat(instant).isBetween(FIRST, LAST));
    }
}
