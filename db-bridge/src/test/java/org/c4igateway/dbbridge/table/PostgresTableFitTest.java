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
}
