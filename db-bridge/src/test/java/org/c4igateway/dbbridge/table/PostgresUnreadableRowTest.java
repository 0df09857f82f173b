package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresUnreadableRowTest extends UnreadableRowCases {
    PostgresUnreadableRowTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    @Test
    void parksNoRowForAFaultOfTheServer() throws SQLException, IOException {
        elsewhere("CREATE FUNCTION legacy.destination(no bigint) RETURNS text LANGUAGE plpgsql AS $$ BEGIN"
                + " IF no = 2 THEN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END IF;"
                + " RETURN 'BRAVO'; END $$");
        bridge(TAKEN, "destinations: legacy.destination(no)");
        for (int no = 1; no <= 3; no++) {
            insert(no, 17, "m");
        }

        turn();

        assertThat(meters.problems().get("there.tx")).startsWith("GW-408 ").contains("no room");
        assertThat(letters()).isEmpty();

        elsewhere("CREATE OR REPLACE FUNCTION legacy.destination(no bigint) RETURNS text LANGUAGE sql"
                + " AS $$ SELECT 'BRAVO' $$");
        turn();

        assertNoProblem();
        assertThat(letters()).isEmpty();
        assertThat(outbox()).hasSize(3);
    }
}
