package org.c4igateway.dbbridge.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LedgerSnapshotTest {
    /** A refusal would end the transaction and with it the reading. */
    @Test
    void leavesOutWhatTheRoleMayNotReadWithoutBeingRefused(TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.submit('A001', 3, '{BRAVO}', 'x')");
        try (Connection app = database.app()) {
            LedgerSnapshot snapshot = LedgerSnapshot.read(app, false);

            assertThat(snapshot.lines()).hasSize(1);
            assertThat(snapshot.system()).isEmpty();
            assertThat(snapshot.deadLetters()).isEmpty();
        }
    }

    @Test
    void holdsWhatTheRoleMayRead(TestDatabase database) throws SQLException {
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        try (Connection bridge = database.bridgePool().getConnection()) {
            LedgerSnapshot snapshot = LedgerSnapshot.read(bridge, false);

            assertThat(snapshot.system()).isEqualTo("ALPHA");
            assertThat(snapshot.parked()).contains(0L);
        }
    }
}
