package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.OnMariaDb;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnMariaDb
class MariaDbTableFitTest extends TableFitCases {
    private static final String UNIQUE_BY = "unique-by: [origin, no]";
    private static final String UPSERT_BY = "upsert-by: [origin, no]";

    MariaDbTableFitTest() {
        super(new MariaDbTables());
    }

    /** A table of the same name and another shape, in another database. */
    @BeforeEach
    void hasANamesake() throws SQLException {
        elsewhere("CREATE DATABASE IF NOT EXISTS namesake");
        elsewhere("CREATE OR REPLACE TABLE namesake.rx (other integer NOT NULL, body varchar(20), UNIQUE (body))");
    }

    /** It need not be the one of the session. */
    @Test
    void looksIntoTheDatabaseThatTheMappingNames() throws SQLException, IOException {
        assertThat(findings("table: legacy.rx", "table: namesake.rx"))
                .anySatisfy(finding -> assertThat(finding).contains("other of namesake.rx must not be null"));
    }

    @Test
    void takesAnUpsertByTheOnlyUniqueIndex() throws SQLException, IOException {
        assertThat(findings(UNIQUE_BY, UPSERT_BY)).isEmpty();
    }

    /** An upsert of MariaDB replaces by whichever index finds a row. */
    @Test
    void refusesAnUpsertWhereAnotherUniqueIndexWouldReplaceRowsToo() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.rx ADD UNIQUE (body)");

        assertThat(findings(UNIQUE_BY, UPSERT_BY))
                .singleElement()
                .asString()
                .contains("upsert-by: legacy.rx has another unique index, over [body], by which MariaDB would replace");
    }

    @Test
    void takesAnUpsertBesideAKeyThatTheServerGivesItself() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.rx ADD COLUMN id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY");

        assertThat(findings(UNIQUE_BY, UPSERT_BY)).isEmpty();
    }

    @Test
    void refusesAnUpsertBesideSuchAKeyThatTheMappingFills() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.rx ADD COLUMN id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY");

        assertThat(findings(
                        UNIQUE_BY + "\n    when: topic_id <> 'J071'\n    columns:",
                        UPSERT_BY + "\n    when: topic_id <> 'J071'\n    columns:\n      id: origin_sequence"))
                .singleElement()
                .asString()
                .contains("another unique index, over [id]");
    }
}
