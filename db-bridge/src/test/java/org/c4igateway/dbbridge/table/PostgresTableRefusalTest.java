package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresTableRefusalTest extends TableRefusalCases {
    PostgresTableRefusalTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    @Test
    void parksNoMessageForAFaultOfTheServer() throws SQLException {
        elsewhere("CREATE FUNCTION legacy.no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " IF NEW.no = 2 THEN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END IF;"
                + " RETURN NEW; END $$");
        elsewhere("CREATE TRIGGER t BEFORE INSERT ON legacy.rx FOR EACH ROW EXECUTE FUNCTION legacy.no_room()");
        receive(2, "A004", "m2");
        turn();
        assertThat(meters.problems().get("there.rx")).startsWith("GW-408 ").contains("no room");
        receive(1, "A004", "m1");
        turn();
        assertThat(meters.problems().get("there.rx")).startsWith("GW-408 ").contains("no room");
        assertThat(read("SELECT no FROM legacy.rx")).isEmpty();

        elsewhere("DROP TRIGGER t ON legacy.rx");
        turn();

        assertNoProblem();
        assertThat(letters()).isEmpty();
        assertThat(read("SELECT no FROM legacy.rx ORDER BY no")).containsExactly("1", "2");
    }
}
