package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class SchemaMigratorTest {
    @Test
    void acceptsItsOwnSchemaWithTheRightsOfTheBridge(TestDatabase database) {
        SchemaMigrator migrator = new SchemaMigrator(database.bridgePool());

        assertThatCode(migrator::verify).doesNotThrowAnyException();
    }

    @Test
    void migratesOnceAndThenLeavesTheSchemaAlone(PostgresServer server) throws IOException, URISyntaxException {
        try (TestDatabase database = server.emptyDatabase();
                HikariDataSource pool = new Connections(database.superuser()).pool()) {
            SchemaMigrator migrator = new SchemaMigrator(pool);
            assertThatThrownBy(migrator::verify).isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
                assertThat(fault.errorCode()).isEqualTo(ErrorCode.SCHEMA_VERSION);
                assertThat(fault).hasMessageContaining("missing");
                assertThat(fault.remedy()).contains("migration");
            });
            assertThat(migrator.migrate()).isEqualTo(migrations().size());
            assertThat(migrator.migrate()).isZero();
            migrator.verify();
        }
    }

    /** A C4I server that submits meanwhile would get numbers and partitions of an older version. */
    @Test
    void showsAllMigrationsAtOnce(PostgresServer server) throws SQLException {
        try (TestDatabase database = server.emptyDatabase();
                HikariDataSource pool = new Connections(database.superuser()).pool()) {
            new SchemaMigrator(pool).migrate();

            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(DISTINCT xmin::text) FROM c4i.schema_history"
                            + " WHERE version IS NOT NULL")) {
                row.next();
                assertThat(row.getInt(1)).as("transactions that migrated").isEqualTo(1);
            }
        }
    }

    @Test
    void migratesForARoleThatIsNoSuperuser(PostgresServer server) throws SQLException, IOException, URISyntaxException {
        try (TestDatabase database = server.emptyDatabase()) {
            database.execute("DO $$ BEGIN CREATE ROLE test_migrator LOGIN CREATEROLE PASSWORD 'test';"
                    + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
            // The roles of this cluster belong to the superuser already; a fresh cluster's would be the migrator's own.
            database.execute("GRANT c4i_owner, c4i_app, c4i_bridge TO test_migrator WITH ADMIN OPTION");
            database.execute("DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO test_migrator',"
                    + " current_database()); END $$");
            DatabaseSettings settings = new DatabaseSettings(database.bridge().url(), "test_migrator", "test", 2);
            try (HikariDataSource pool = new Connections(settings).pool()) {
                assertThat(new SchemaMigrator(pool).migrate())
                        .isEqualTo(migrations().size());
            }
            assertThat(database.submit(3, "m", "B")).isPositive();
        }
    }

    @Test
    void refusesAnOlderSchema(TestDatabase database) throws SQLException, IOException, URISyntaxException {
        database.execute("DELETE FROM c4i.schema_history WHERE version = '" + SchemaMigrator.VERSION + "'");

        assertRefused(database, "has version " + migrations().get(migrations().size() - 2));
    }

    @Test
    void refusesANewerSchema(TestDatabase database) throws SQLException {
        database.execute(
                "INSERT INTO c4i.schema_history SELECT installed_rank + 1, '99', description, type, script, checksum,"
                        + " installed_by, installed_on, execution_time, success FROM c4i.schema_history"
                        + " WHERE version = '" + SchemaMigrator.VERSION + "'");

        assertRefused(database, "has version 99");
    }

    @Test
    void knowsItsHighestMigration() throws IOException, URISyntaxException {
        assertThat(migrations().getLast()).isEqualTo(SchemaMigrator.VERSION);
    }

    @Test
    void keepsOneSystemPerDatabase(TestDatabase database) {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.check(new SystemName("B"));
        identity.claim(new SystemName("A"));
        identity.claim(new SystemName("A"));
        identity.check(new SystemName("A"));

        for (Consumer<SystemName> use : List.<Consumer<SystemName>>of(identity::claim, identity::check)) {
            assertThatThrownBy(() -> use.accept(new SystemName("B")))
                    .isInstanceOfSatisfying(
                            GatewayException.Fatal.class,
                            fault -> assertThat(fault.errorCode()).isEqualTo(ErrorCode.CONFIGURATION))
                    .hasMessageContaining("belongs to system A");
        }
    }

    @Test
    void refusesADatabaseThatIsNotUtf8(PostgresServer server) throws SQLException {
        String name = "c4i_latin_" + Long.toString(System.nanoTime(), 36);
        try (TestDatabase any = server.emptyDatabase();
                Connection owner = any.owner();
                Statement statement = owner.createStatement()) {
            statement.execute(
                    "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
            String url = any.bridge().url().replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1");
            try (HikariDataSource pool = new Connections(new DatabaseSettings(url, "postgres", "", 2)).pool()) {
                SchemaMigrator migrator = new SchemaMigrator(pool);
                for (ThrowingCallable use : List.<ThrowingCallable>of(migrator::verify, migrator::migrate)) {
                    assertThatThrownBy(use)
                            .isInstanceOf(GatewayException.Fatal.class)
                            .hasMessageContaining("SQL_ASCII");
                }
            }
            statement.execute("DROP DATABASE " + name + " WITH (FORCE)");
        }
    }

    /** @return the versions there are, in order */
    private static List<Integer> migrations() throws IOException, URISyntaxException {
        Path directory = Path.of(Objects.requireNonNull(
                                SchemaMigrator.class.getResource("/db/migration/V1__roles_and_tables.sql"))
                        .toURI())
                .resolveSibling("");
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("V"))
                    .map(name -> Integer.valueOf(name.substring(1, name.indexOf("__"))))
                    .sorted()
                    .toList();
        }
    }

    private static void assertRefused(TestDatabase database, String what) {
        assertThatThrownBy(() -> new SchemaMigrator(database.bridgePool()).verify())
                .isInstanceOfSatisfying(
                        GatewayException.Fatal.class,
                        fault -> assertThat(fault.errorCode()).isEqualTo(ErrorCode.SCHEMA_VERSION))
                .hasMessageContaining(what);
    }
}
