package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresTableTurnTest extends TableTurnCases {
    /** Those of the bridge. */
    private static final String SESSIONS =
            "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";

    PostgresTableTurnTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    /** Two payloads of 16 MiB; a batch has three rows. */
    @Test
    void takesNoMoreThan32MebibytesAtOnce() throws SQLException {
        elsewhere("ALTER TABLE legacy.tx ALTER COLUMN body TYPE text");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body)"
                + " SELECT 1, n, 17, 9, 20, repeat('m', 16777216) FROM generate_series(1, 3) AS n");
        List<Step> reached = new ArrayList<>();
        steps = reached::add;

        turn();

        assertThat(reached).filteredOn(step -> step == Step.TABLE_READ).hasSize(2);
        assertThat(database().column("SELECT octet_length(payload) FROM c4i.outbox"))
                .containsExactly("16777216", "16777216", "16777216");
    }

    /** Where rows only leave there may be none for long. */
    @Test
    void keepsNoTableFromBeingChangedWhileThereIsNoRow() throws SQLException, IOException {
        bridgeOut(TAKEN + "\n    settled: {status: \"3\"}");

        turn();

        elsewhere("SET lock_timeout = '1s'; ALTER TABLE legacy.tx ADD COLUMN note text");
    }

    @Test
    void bringsTheTimesOfAMessageInUtc() throws SQLException, IOException {
        received = "to_char(created_at, 'HH24:MI:SS.US')";
        bridge(TAKEN);
        receive(1, "A004", "one");

        turn();

        assertThat(read("SELECT body FROM legacy.rx")).containsExactly("12:34:56.123456");
    }

    @Test
    void opensOthersWhenTheServerHasEndedItsSessions() throws SQLException {
        turn();
        elsewhere("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE " + SESSIONS);
        insert(1, 17, "one");
        receive(1, "A004", "one");
        turn();
        assertThat(meters.problems().values()).anyMatch(problem -> problem.startsWith("GW-408 "));

        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("1");
    }

    @Test
    void givesItsSessionsBackWhileAnotherNodeIsActive() throws SQLException {
        turn();
        assertThat(read("SELECT pid FROM pg_stat_activity WHERE " + SESSIONS)).isNotEmpty();

        rest();
        await().untilAsserted(() -> assertThat(read("SELECT pid FROM pg_stat_activity WHERE " + SESSIONS))
                .isEmpty());

        insert(1, 17, "one");
        turn();
        assertThat(outbox()).hasSize(1);
    }
}
