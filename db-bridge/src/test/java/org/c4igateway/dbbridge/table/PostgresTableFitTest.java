package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresTableFitTest extends TableFitCases {
    PostgresTableFitTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    /** It has a type, but no row can be chosen by it; MariaDB takes a number for a condition. */
    @Test
    void namesAConditionThatIsNone() throws SQLException, IOException {
        assertThat(findings("when: status = 20", "when: status"))
                .first()
                .asString()
                .startsWith("map.yaml:4:5: ERROR: ")
                .contains("boolean");
    }

    /** The expression has a value, but its column takes none of that type; MariaDB converts it. */
    @Test
    void namesAMappingWhoseValueItsColumnDoesNotTake() throws SQLException, IOException {
        assertThat(findings("kind: CASE topic_id WHEN 'A004' THEN 17 END", "kind: topic_id"))
                .first()
                .asString()
                .startsWith("map.yaml:")
                .contains("column \"kind\" is of type integer");
    }

    @Test
    void looksAtNoTableOfTheSameNameInAnotherSchema() throws SQLException, IOException {
        elsewhere("CREATE SCHEMA other");
        elsewhere("CREATE TABLE other.rx (reader integer NOT NULL UNIQUE)");
        try {
            assertThat(findings("", "")).isEmpty();
        } finally {
            elsewhere("DROP SCHEMA other CASCADE");
        }
    }
}
