package org.c4igateway.dbbridge.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.core.message.SystemName;
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

    @Test
    void countsAllRowsAgainWhenAsked(TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.submit('A001', 3, '{BRAVO,CHARLIE}', 'x')");
        try (Connection bridge = database.bridgePool().getConnection()) {
            LedgerSnapshot counted = LedgerSnapshot.read(bridge, true);

            assertThat(counted.recounted()).hasSize(2).isEqualTo(counted.lines());
            assertThat(LedgerSnapshot.read(bridge, false).recounted()).isEmpty();
            assertThat(counted.backlog())
                    .filteredOn(line -> line.rows() > 0)
                    .extracting(BacklogLine::destination)
                    .containsExactlyInAnyOrder(new SystemName("BRAVO"), new SystemName("CHARLIE"));
            assertThat(counted.origins()).isEmpty();
            assertThat(counted.publications())
                    .extracting(PublicationLine::state)
                    .containsExactlyInAnyOrder("waiting", "unclaimed");
        }
    }

    @Test
    void leavesTheConnectionAsItWas(TestDatabase database) throws SQLException {
        try (Connection bridge = database.bridgePool().getConnection()) {
            LedgerSnapshot.read(bridge, false);

            assertThat(bridge.getAutoCommit()).isTrue();
            try (Statement statement = bridge.createStatement()) {
                statement.execute("CREATE TEMPORARY TABLE written_after (n int)");
            }
        }
    }

    @Test
    void leavesTheConnectionAsItWasAlsoWhenItCannotRead(TestDatabase database) throws SQLException {
        try (Connection owner = database.owner()) {
            database.execute("ALTER VIEW c4i.inbox_ledger RENAME TO inbox_ledger_away");

            assertThatThrownBy(() -> LedgerSnapshot.read(owner, false)).isInstanceOf(SQLException.class);

            assertThat(owner.getAutoCommit()).isTrue();
            try (Statement statement = owner.createStatement()) {
                statement.execute("CREATE TEMPORARY TABLE written_after (n int)");
            }
        }
    }

    @Test
    void saysHowManyRowsOfTheLedgerWereAddedUp(TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.submit('A001', 3, '{BRAVO}', 'x')");
        database.execute("SELECT c4i.submit('A001', 3, '{BRAVO}', 'x')");
        LedgerCompaction compaction = new LedgerCompaction(database.bridgePool());

        assertThat(compaction.compact()).isPositive();
        assertThat(database.ledger()).extracting(LedgerLine::accepted).containsExactly(2L);
    }
}
