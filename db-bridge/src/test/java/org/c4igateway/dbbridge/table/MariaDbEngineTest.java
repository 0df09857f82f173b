package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.database.OnMariaDb;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table whose engine has no transactions would keep what is taken back: it is refused before the first row. */
@OnMariaDb
class MariaDbEngineTest extends BridgedTablesFixture {
    MariaDbEngineTest() {
        super(new MariaDbTables());
    }

    @ParameterizedTest
    @ValueSource(strings = {"MyISAM", "Aria", "MEMORY"})
    void refusesATableWithoutTransactionsBeforeTheFirstRow(String engine) throws SQLException {
        elsewhere("ALTER TABLE legacy.tx ENGINE = " + engine);
        elsewhere("ALTER TABLE legacy.rx ENGINE = " + engine);
        insert(1, 17, "one");
        receive(1, "A004", "one");

        turn();

        assertThat(meters.problems().get("there.tx"))
                .isEqualTo("GW-412 map.yaml:4:5: table: legacy.tx has the engine " + engine
                        + ", which has no transactions; ALTER TABLE legacy.tx ENGINE = InnoDB");
        assertThat(meters.problems().get("there.rx"))
                .isEqualTo("GW-412 map.yaml:15:5: table: legacy.rx has the engine " + engine
                        + ", which has no transactions; ALTER TABLE legacy.rx ENGINE = InnoDB");
        assertThat(outbox()).isEmpty();
        assertThat(read("SELECT no FROM legacy.rx")).isEmpty();

        elsewhere("ALTER TABLE legacy.tx ENGINE = InnoDB");
        elsewhere("ALTER TABLE legacy.rx ENGINE = InnoDB");
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MyISAM", "Aria", "MEMORY"})
    void checkNamesTableAndEngine(String engine) throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.rx ENGINE = " + engine);
        MappingFile map = MappingFile.read(directory.resolve("map.yaml")).requireForBridge();
        try (TableCheck check = new TableCheck(server().url(), server().user(), "", map)) {
            assertThat(check.findings())
                    .singleElement()
                    .asString()
                    .contains("table: legacy.rx has the engine " + engine)
                    .contains("ENGINE = InnoDB");
        }
    }
}
