package org.c4igateway.test.e2e.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.lab.testbed.database.DatabaseServer;

/** A PostgreSQL without any role or database of the gateway, which asks each login for a password. */
final class PasswordServer implements AutoCloseable {
    static final String ADMINISTRATOR = "postgres";

    private static final int PORT_LINE = 3;

    private final DatabaseServer server;
    private final String password;
    private final int port;

    private PasswordServer(DatabaseServer server, String password, int port) {
        this.server = server;
        this.password = password;
        this.port = port;
    }

    /** @param password of the superuser */
    static PasswordServer start(Path directory, String password) throws IOException, SQLException {
        DatabaseServer server =
                DatabaseServer.start(directory, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"));
        Path data = directory.resolve("postgres");
        int port = Integer.parseInt(
                Files.readAllLines(data.resolve("postmaster.pid")).get(PORT_LINE));
        PasswordServer started = new PasswordServer(server, password, port);
        Files.writeString(data.resolve("pg_hba.conf"), "host all all all scram-sha-256\n");
        try (Connection connection = DriverManager.getConnection(started.url("postgres"), ADMINISTRATOR, "");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER ROLE postgres PASSWORD '" + password + "'");
            statement.execute("SELECT pg_reload_conf()");
        }
        return started;
    }

    int port() {
        return port;
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The first column of the first row that the superuser gets. */
    String ask(String database, String sql) throws SQLException {
        return ask(database, ADMINISTRATOR, password, sql);
    }

    String ask(String database, String user, String itsPassword, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(database), user, itsPassword);
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (ResultSet row = statement.getResultSet()) {
                return row.next() ? String.valueOf(row.getString(1)) : "";
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
