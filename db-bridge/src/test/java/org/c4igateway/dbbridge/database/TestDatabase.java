package org.c4igateway.dbbridge.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerStatements;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.jspecify.annotations.Nullable;

/** One interface database of a test. Dropped on close, with whatever is connected to it. */
public final class TestDatabase implements AutoCloseable {
    private final PostgresServer server;
    private final String name;
    private @Nullable HikariDataSource bridgePool;

    TestDatabase(PostgresServer server, String name) {
        this.server = server;
        this.name = name;
    }

    /** @return its name on the server */
    public String name() {
        return name;
    }

    /** @return settings of a login role that is member of c4i_bridge */
    public DatabaseSettings bridge() {
        return new DatabaseSettings(server.url(name), "test_bridge", "test", 4);
    }

    /** @return settings of a login role that is member of c4i_app only */
    public DatabaseSettings appSettings() {
        return new DatabaseSettings(server.url(name), "test_app", "test", 2);
    }

    /** @return settings of a login role that is member of c4i_console */
    public DatabaseSettings console() {
        return new DatabaseSettings(server.url(name), "test_console", "test", 2);
    }

    /** @return settings of the superuser */
    public DatabaseSettings superuser() {
        return server.superuser(name);
    }

    /** @return connections of the bridge */
    public Connections bridgeConnections() {
        return new Connections(bridge());
    }

    /** @return the bridge's pool, one per test database, closed with it */
    public synchronized HikariDataSource bridgePool() {
        HikariDataSource pool = bridgePool;
        if (pool == null) {
            pool = bridgeConnections().pool();
            bridgePool = pool;
        }
        return pool;
    }

    /** @return what became of accepted rows, per destination, as the bridge reads it */
    public List<LedgerLine> ledger() throws SQLException {
        try (Connection connection = bridgePool().getConnection()) {
            return LedgerStatements.lines(connection);
        }
    }

    /** @return the same, counted again from all rows */
    public List<LedgerLine> recount() throws SQLException {
        try (Connection connection = bridgePool().getConnection()) {
            return LedgerStatements.recount(connection);
        }
    }

    /** @return a connection of a C4I server, member of c4i_app only; the caller closes it */
    public Connection app() throws SQLException {
        return DriverManager.getConnection(server.url(name), "test_app", "test");
    }

    /** @return a connection of the superuser; the caller closes it */
    public Connection owner() throws SQLException {
        return DriverManager.getConnection(server.url(name), "postgres", "");
    }

    /** Gives a copy of the template an identity of its own, as if its schema had been made for it. */
    void becomeAnother() {
        try {
            execute("UPDATE c4i.database_identity SET id = gen_random_uuid(), made_at = now()");
        } catch (SQLException e) {
            throw new IllegalStateException("no identity for " + name, e);
        }
    }

    /** Runs statements as superuser. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = owner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** @return first column of the only row, as superuser */
    public long number(String sql) throws SQLException {
        return Long.parseLong(column(sql).getFirst());
    }

    /** @return first column of all rows as text, as superuser */
    public List<String> column(String sql) throws SQLException {
        try (Connection connection = owner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (row.next()) {
                values.add(String.valueOf(row.getString(1)));
            }
            return values;
        }
    }

    /** Submits one message as C4I server and commits. */
    public long submit(int precedence, String payload, String... destinations) throws SQLException {
        try (Connection connection = app()) {
            return TestSubmission.submit(connection, precedence, payload, destinations);
        }
    }

    /** Copies it as it is now, as a backup does; open sessions are ended. */
    public void backUp() {
        copy(name, backup());
    }

    /** Puts the backup in its place: everything since then is forgotten. Open sessions are ended. */
    public void restore() {
        server.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        copy(backup(), name);
    }

    /** Drops it and makes an empty one of that name with the schema, as at a new beginning. */
    public void makeAnew() {
        server.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        server.execute("CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'UTF8'");
        try (HikariDataSource owner = new Connections(superuser()).pool()) {
            new SchemaMigrator(owner).migrate();
        }
    }

    private void copy(String from, String to) {
        // A client whose session is ended connects again at once, and a copy needs a database without sessions.
        server.execute("ALTER DATABASE " + from + " WITH ALLOW_CONNECTIONS false");
        try {
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + from + "'");
            server.execute("CREATE DATABASE " + to + " TEMPLATE " + from);
        } finally {
            server.execute("ALTER DATABASE " + from + " WITH ALLOW_CONNECTIONS true");
        }
    }

    private String backup() {
        return name + "_backup";
    }

    @Override
    public synchronized void close() {
        if (bridgePool != null) {
            bridgePool.close();
        }
        server.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
        server.execute("DROP DATABASE IF EXISTS " + backup() + " WITH (FORCE)");
    }
}
