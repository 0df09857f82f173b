package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers and the identity of databases that are made, made anew, upgraded, restored and failed over. */
@ExtendWith(PostgresExtension.class)
class DatabaseIdentityTest {
    private static final SystemName SELF = new SystemName("A");
    /** Below what is given from now on. The template of test databases was made before. */
    private final long clockMicros = TimeUnit.MILLISECONDS.toMicros(
            Instant.now().minus(Duration.ofMinutes(1)).toEpochMilli());

    @Test
    void numbersOfANewDatabaseBeginAboveThoseOfAnEarlierOneOfTheSameSystem(PostgresServer server) throws SQLException {
        try (TestDatabase earlier = migrated(server)) {
            long last = earlier.submit(3, "m", "B");
            assertThat(last).isGreaterThan(clockMicros);
            long lastReceived = earlier.number("SELECT nextval('c4i.inbox_sequence')");

            try (TestDatabase anew = migrated(server)) {
                assertThat(anew.submit(3, "m", "B")).isGreaterThan(last);
                assertThat(anew.number("SELECT nextval('c4i.inbox_sequence')")).isGreaterThan(lastReceived);
            }
        }
    }

    @Test
    void anUpgradeMovesNumbersToTheClockAndNeverBack(PostgresServer server) throws SQLException {
        long far = 4 * clockMicros;
        try (TestDatabase database = server.emptyDatabase();
                HikariDataSource pool = new Connections(database.superuser()).pool()) {
            OlderSchema.make(pool, "11");
            assertThat(database.submit(3, "m", "B")).isEqualTo(1);
            database.execute("SELECT setval('c4i.inbox_sequence', " + far + ")");

            new SchemaMigrator(pool).migrate();

            assertThat(database.submit(3, "m", "B")).isGreaterThan(clockMicros);
            assertThat(database.number("SELECT nextval('c4i.inbox_sequence')")).isGreaterThan(far);
            assertThat(database.number("SELECT count(*) FROM c4i.database_identity"))
                    .isEqualTo(1);
        }
    }

    @Test
    void aDatabaseKeepsItsIdAndANewOneHasAnother(PostgresServer server) {
        try (TestDatabase first = migrated(server);
                TestDatabase second = migrated(server)) {
            DatabaseId id = new NodeIdentity(first.bridgePool()).claim(SELF);

            assertThat(new NodeIdentity(first.bridgePool()).claim(SELF)).isEqualTo(id);
            assertThat(new NodeIdentity(second.bridgePool()).claim(SELF)).isNotEqualTo(id);
        }
    }

    @Test
    void continuesAboveAllNumbersWhenTheServerChangedItsTimeline(TestDatabase database) throws SQLException {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.claim(SELF);
        // As on a standby that the last numbers had not reached.
        database.execute("SELECT setval('c4i.outbox_sequence', 1), setval('c4i.inbox_sequence', 1)");
        database.execute("UPDATE c4i.node SET timeline = timeline + 1");

        identity.claim(SELF);

        assertThat(database.submit(3, "m", "B")).isGreaterThan(clockMicros);
        assertThat(database.number("SELECT nextval('c4i.inbox_sequence')")).isGreaterThan(clockMicros);
        assertThat(database.number("SELECT count(*) FROM c4i.reader_position")).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void holdsTablesElsewhereAfterAFailoverUnlessCommitsWaitedForAStandby(boolean synchronous, TestDatabase database)
            throws SQLException {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.claim(SELF);
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        database.execute("UPDATE c4i.node SET timeline = timeline + 1, synchronous = " + synchronous);

        identity.claim(SELF);

        assertThat(heldSince(database).isPresent()).isEqualTo(!synchronous);
        assertThat(database.column("SELECT synchronous FROM c4i.node")).containsExactly("f");
    }

    /** The server that takes over has no standby yet, and the table bridge may look before the lease is lost. */
    @Test
    void doesNotHoldTablesElsewhereBecauseOfALookBetweenFailoverAndClaim(TestDatabase database) throws SQLException {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.claim(SELF);
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        database.execute("UPDATE c4i.node SET timeline = timeline + 1, synchronous = true");
        assertThat(heldSince(database)).isEmpty();

        identity.claim(SELF);

        assertThat(heldSince(database)).isEmpty();
        assertThat(database.column("SELECT synchronous FROM c4i.node"))
                .as("now it is known that no standby is there")
                .containsExactly("f");
    }

    /** A restore to a point in time is a change of the timeline as well, and may be told before a node starts. */
    @Test
    void doesNotHoldTablesElsewhereOnceMoreThatWereReleasedAfterTheRestore(TestDatabase database) throws SQLException {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.claim(SELF);
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        database.execute("UPDATE c4i.node SET timeline = timeline + 1");
        database.execute("SELECT c4i.after_restore()");
        assertThat(heldSince(database)).isPresent();
        database.execute("SELECT c4i.release_table('there.tx', NULL)");

        identity.claim(SELF);

        assertThat(heldSince(database)).isEmpty();
    }

    private static Optional<String> heldSince(TestDatabase database) throws SQLException {
        return database.column("SELECT coalesce(c4i.table_held_since('there.tx')::text, '')").stream()
                .filter(time -> !time.isEmpty())
                .findFirst();
    }

    private static TestDatabase migrated(PostgresServer server) {
        TestDatabase database = server.emptyDatabase();
        try (HikariDataSource pool = new Connections(database.superuser()).pool()) {
            new SchemaMigrator(pool).migrate();
        }
        return database;
    }
}
