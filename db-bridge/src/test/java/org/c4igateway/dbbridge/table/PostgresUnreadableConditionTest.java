package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Test;

class PostgresUnreadableConditionTest extends UnreadableConditionCases {
    PostgresUnreadableConditionTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    /** Two payloads of 16 MiB. */
    @Test
    void takesNoMoreThan32MebibytesOfMendedRowsAtOnce() throws SQLException, IOException {
        elsewhere("ALTER TABLE legacy.tx ALTER COLUMN body TYPE text");
        fails(TAKEN);
        insert(1, 17, "one");
        for (int no = 2; no <= 4; no++) {
            insert(no, 17, "two");
        }
        turn();
        elsewhere("UPDATE legacy.tx SET body = repeat('m', 16777216) WHERE no > 1");
        List<Step> reached = new ArrayList<>();
        steps = reached::add;

        turn();

        assertThat(reached).filteredOn(step -> step == Step.TABLE_READ).hasSize(2);
        assertThat(count("there.tx", "known")).isZero();
        assertThat(database().column("SELECT octet_length(payload) FROM c4i.outbox ORDER BY sequence"))
                .containsExactly("3", "16777216", "16777216", "16777216");
        assertNoProblem();
    }
}
