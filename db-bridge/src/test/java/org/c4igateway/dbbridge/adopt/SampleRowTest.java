package org.c4igateway.dbbridge.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the check of a mapping says of a row of which no message can be made, in words for who wrote the mapping. */
@ExtendWith(PostgresExtension.class)
class SampleRowTest {
    private final TestDatabase database;

    SampleRowTest(TestDatabase database) {
        this.database = database;
    }

    private SampleRow row(String values) throws SQLException {
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + values)) {
            row.next();
            return SampleRow.of("1", row, TopicCatalogue.reference());
        }
    }

    private List<String> problems(String values) throws SQLException {
        return row(values).problems();
    }

    @Test
    void findsNothingWrongWithARowThatCanBeSent() throws SQLException {
        assertThat(row("'A004', '0', 'BRAVO,(subscribers)', 1, 'about', false"))
                .isEqualTo(new SampleRow("1", "A004", "FLASH", "BRAVO,(subscribers)", 1, "about", List.of()));
        assertThat(problems("'A004', '3', 'BRAVO', 16777216, NULL, false")).isEmpty();
    }

    @Test
    void namesEachThingThatIsWrong() throws SQLException {
        assertThat(problems("'no-such', '4', 'BRAVO,so: not', 16777217, NULL, true"))
                .containsExactly(
                        "topic 'no-such' is not in the catalogue",
                        "precedence 4 is not 0 to 3",
                        "'so: not' is no system name",
                        "payload over 16 MiB",
                        "has expired");
        assertThat(problems("NULL, NULL, NULL, NULL::bigint, NULL, false"))
                .containsExactly("no topic", "no precedence", "no destination", "no payload");
        assertThat(problems("'A004', '3', 'BRAVO', 0, NULL, false")).containsExactly("no payload");
    }
}
