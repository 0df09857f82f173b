package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;

/** What each kind of session sets at the server, as the server shows it. */
@ExtendWith(PostgresExtension.class)
class SessionSettingsTest {
    private static Map<String, String> settings(Connection connection, String... names) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            for (String name : names) {
                try (ResultSet row = statement.executeQuery("SHOW " + name)) {
                    row.next();
                    settings.put(name, row.getString(1));
                }
            }
        }
        return settings;
    }

    private static void assertSettings(Connection connection, Map<String, String> expected) throws SQLException {
        assertThat(settings(connection, expected.keySet().toArray(String[]::new)))
                .containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void endsWhatHoldsUpTheDataPath(TestDatabase database) throws SQLException {
        database.execute("ALTER ROLE test_bridge SET synchronous_commit = off");
        try (HikariDataSource pool = new Connections(database.bridge()).pool();
                Connection connection = pool.getConnection()) {
            assertSettings(
                    connection,
                    Map.of(
                            "jit", "off",
                            "max_parallel_workers_per_gather", "0",
                            "plan_cache_mode", "force_generic_plan",
                            "enable_seqscan", "off",
                            "TimeZone", "UTC",
                            "idle_in_transaction_session_timeout", "5s",
                            "lock_timeout", "5s",
                            "statement_timeout", "25s",
                            "synchronous_commit", "local",
                            "application_name", "c4i-bridge"));
            assertThat(connection.getNetworkTimeout()).as("in ms").isEqualTo(30_000);
            assertThat(connection.unwrap(PGConnection.class).getPrepareThreshold())
                    .isEqualTo(1);
            assertThat(pool.getDataSourceProperties())
                    .containsEntry("tcpKeepAlive", "true")
                    .containsEntry("connectTimeout", "3")
                    .containsEntry("loginTimeout", "3");
            assertThat(pool.getPoolName()).isEqualTo("c4i-db");
            assertThat(pool.getMaximumPoolSize()).isEqualTo(database.bridge().poolSize());
            assertThat(pool.getMinimumIdle()).isZero();
            assertThat(pool.getConnectionTimeout()).as("in ms").isEqualTo(1_000);
        } finally {
            database.execute("ALTER ROLE test_bridge RESET synchronous_commit");
        }
    }

    /** The detail of the server's error has the values of the row, and the message of the exception is logged. */
    @Test
    void tellsNoContentInAnError(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE public.once (word text UNIQUE); GRANT ALL ON public.once TO test_bridge");
        Connections connections = new Connections(database.bridge());
        try (HikariDataSource pool = connections.pool();
                Connection pooled = pool.getConnection();
                Connection session = connections.session("c4i-lease", Duration.ofSeconds(3))) {
            for (Connection connection : List.of(pooled, session)) {
                assertThatThrownBy(() -> connection
                                .createStatement()
                                .execute("INSERT INTO public.once VALUES ('secret'), ('secret')"))
                        .hasMessageContaining("duplicate key")
                        .hasMessageNotContaining("secret");
            }
        }
    }

    @Test
    void givesMaintenanceAnHour(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = new Connections(database.bridge()).maintenance();
                Connection connection = pool.getConnection()) {
            assertSettings(
                    connection,
                    Map.of(
                            "TimeZone", "UTC",
                            "lock_timeout", "30s",
                            "statement_timeout", "59min",
                            "application_name", "c4i-maintenance"));
            assertThat(connection.getNetworkTimeout()).as("in ms").isEqualTo(3_600_000);
        }
    }

    @Test
    void letsQuestionsReadOnly(TestDatabase database) throws SQLException {
        try (HikariDataSource pool =
                        new Connections(database.bridge()).questions("c4i-console", Duration.ofMillis(2_500));
                Connection connection = pool.getConnection()) {
            assertSettings(
                    connection,
                    Map.of(
                            "default_transaction_read_only", "on",
                            "enable_sort", "off",
                            "lock_timeout", "2s",
                            "statement_timeout", "2500ms",
                            "application_name", "c4i-console"));
        }
    }

    /** Set for a role or a database it would end a recovery again and again. Servers before 17 have no such setting. */
    @Test
    void endsNoTransactionAsAWhole(TestDatabase database) throws SQLException {
        assumeTrue(database.number("SELECT count(*) FROM pg_settings WHERE name = 'transaction_timeout'") == 1);
        database.execute("ALTER ROLE test_bridge SET transaction_timeout = '1min'");
        Connections connections = new Connections(database.bridge());
        try (HikariDataSource pool = connections.pool();
                Connection connection = pool.getConnection();
                HikariDataSource maintenance = connections.maintenance();
                Connection longer = maintenance.getConnection()) {
            assertSettings(connection, Map.of("transaction_timeout", "0", "statement_timeout", "25s"));
            assertSettings(longer, Map.of("transaction_timeout", "0", "statement_timeout", "59min"));
        } finally {
            database.execute("ALTER ROLE test_bridge RESET transaction_timeout");
        }
    }

    @Test
    void letsASessionOfItsOwnWaitAsLongAsItWants(TestDatabase database) throws SQLException {
        database.execute("ALTER ROLE test_bridge SET idle_session_timeout = '1min'");
        try (Connection session = new Connections(database.bridge()).session("c4i-signal", Duration.ofSeconds(3))) {
            assertSettings(session, Map.of("idle_session_timeout", "0"));
        } finally {
            database.execute("ALTER ROLE test_bridge RESET idle_session_timeout");
        }
    }

    /** The server frees the locks of a client that is gone. */
    @Test
    void keepsASessionOfItsOwnAliveOrEndsItSoon(TestDatabase database) throws SQLException {
        Connections connections = new Connections(database.bridge());
        try (Connection session = connections.session("c4i-lease", Duration.ofSeconds(3))) {
            assertThat(session.getAutoCommit()).isTrue();
            assertThat(session.getNetworkTimeout()).as("in ms").isEqualTo(3_000);
            assertSettings(session, Map.of("application_name", "c4i-lease"));
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT count(*) FROM pg_settings WHERE name LIKE 'tcp_keepalives_%' AND source = 'session'")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(3);
            }
        }
        try (Connection session = connections.session("c4i-lease", Duration.ofMillis(10))) {
            assertThat(session.getNetworkTimeout()).as("a second at least").isEqualTo(1_000);
        }
    }
}
