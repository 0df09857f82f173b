package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.Step;
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

    /** Two payloads of 16 MiB; a batch has three rows. */
    @Test
    void takesNoMoreThan32MebibytesOneByOne() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.tx ALTER COLUMN body TYPE text");
        bridge(TAKEN, "destinations: CASE body WHEN 'two' THEN (SELECT 'A' UNION SELECT 'B') ELSE 'BRAVO' END");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body)"
                + " SELECT 1, n, 17, 9, 20, repeat('m', 16777216) FROM generate_series(1, 2) AS n");
        insert(3, 17, "two");
        List<Step> reached = new ArrayList<>();
        steps = reached::add;

        turn();

        assertThat(reached).filteredOn(step -> step == Step.TABLE_READ).hasSize(2);
        assertThat(outbox()).hasSize(2);
        assertThat(letters()).hasSize(1);
    }
}
