package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rows, dead letters and readmissions of the schema before repetitions had a link, upgraded with what is in them. */
@ExtendWith(PostgresExtension.class)
class LinkedRepetitionsUpgradeTest {
    @Test
    void keepsWhatIsThereAndLinksWhatIsRepeatedFromThenOn(PostgresServer server) throws SQLException {
        try (TestDatabase database = server.emptyDatabase();
                HikariDataSource pool = new Connections(database.superuser()).pool()) {
            OlderSchema.make(pool, "24");
            database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('A', 1)");
            long refused = database.submit(3, "refused", "B");
            reject(database, refused);
            for (int letter = 1; letter <= 3; letter++) {
                park(database, letter);
            }
            database.execute("SELECT c4i.readmit('chief', 'x', ids => '{1,2}')");
            database.execute("UPDATE c4i.readmission SET ended_at = now(), result = 'received' WHERE dead_letter = 1");

            new SchemaMigrator(pool).migrate();

            assertThat(database.column("SELECT payload FROM c4i.outbox WHERE repeats IS NULL"))
                    .hasSize(1);
            JdbcInbox inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
            assertThat(inbox.untold(0))
                    .as("its origin has been left with its answer")
                    .isEmpty();
            assertThat(inbox.readmissions()).extracting(Readmission::id).hasSize(1);
            database.execute("SELECT c4i.replay('chief', 'x', code => 'GW-303')");
            assertThat(database.column("SELECT concat_ws(' ', sequence > " + refused + ", repeats) FROM c4i.outbox"
                            + " WHERE repeats IS NOT NULL"))
                    .isEqualTo(List.of("t " + refused));
            assertThat(database.number(
                            "SELECT c4i.taken_after_all((SELECT epoch FROM c4i.lease), 'B', '{" + refused + "}')"))
                    .isEqualTo(1);
            assertThat(new LedgerReader(database.bridgePool()).snapshot().balanced())
                    .isTrue();
        }
    }

    private static void park(TestDatabase database, int sequence) throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence,"
                + " topic_id, code, reason, payload, digest, precedence, destinations, created_at, label, subject)"
                + " VALUES ('inbound', 'jms', 'B', " + sequence
                + ", 'A004', 'GW-303', 'bad', 'x', 1, 3, '{A}', now(), '', '')");
    }

    private static void reject(TestDatabase database, long sequence) throws SQLException {
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code)"
                + " SELECT sequence, created_at, 'B', 'rejected', 'GW-303' FROM c4i.outbox WHERE sequence = "
                + sequence);
        database.execute("INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('B', 'rejected', 1)");
    }
}
