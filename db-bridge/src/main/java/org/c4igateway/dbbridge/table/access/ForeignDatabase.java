package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;

/**
 * The database elsewhere. Its session quotes names by double quotes, as the standard says, and refuses what does not
 * fit a column instead of cutting it off.
 */
public final class ForeignDatabase {
    private static final int PATIENCE_SECONDS = 30;
    private static final int LOGIN_SECONDS = 5;
    private static final String MARIADB =
            "SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES,STRICT_ALL_TABLES'), time_zone = '+00:00'";
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    private final TableSettings settings;

    public ForeignDatabase(TableSettings settings) {
        this.settings = settings;
    }

    /** How the driver of MariaDB sends a batch. PostgreSQL has one way. */
    public enum Batches {
        /** A statement for each row: whatever the statement is. */
        OF_STATEMENTS,
        /**
         * The statement once, and the parameters of all rows. The server cannot execute INSERT ... SELECT that way.
         */
        OF_PARAMETERS
    }

    /** Opens a session without auto-commit, owned by the caller; blocks up to some seconds. */
    Connection open(Batches batches) throws SQLException {
        return open(settings.url(), settings.user(), settings.password(), batches);
    }

    /** The same for a database without settings. */
    public static Connection open(String url, String user, String password) throws SQLException {
        return open(url, user, password, Batches.OF_STATEMENTS);
    }

    private static Connection open(String url, String user, String password, Batches batches) throws SQLException {
        boolean mariaDb = isMariaDb(url);
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        int second = mariaDb ? 1_000 : 1; // the driver of MariaDB wants milliseconds, the other one seconds
        login.setProperty("connectTimeout", Integer.toString(LOGIN_SECONDS * second));
        login.setProperty("socketTimeout", Integer.toString(PATIENCE_SECONDS * second));
        if (mariaDb) {
            String bulk = Boolean.toString(batches == Batches.OF_PARAMETERS);
            login.setProperty("useBulkStmts", bulk);
            login.setProperty("useBulkStmtsForInserts", bulk);
        } else {
            // The detail of an error contains the row, and payloads must not be logged.
            login.setProperty(PGProperty.LOG_SERVER_ERROR_DETAIL.getName(), "false");
            // Without it a login has the time that the pool of the interface database sets for the whole process.
            login.setProperty(PGProperty.LOGIN_TIMEOUT.getName(), Integer.toString(LOGIN_SECONDS));
        }
        Connection connection = DriverManager.getConnection(url, login);
        try {
            try (Statement statement = connection.createStatement()) {
                statement.execute(mariaDb ? MARIADB : "SET TIME ZONE 'UTC'");
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** An instant as a parameter: in UTC, which is the time zone of the session. */
    public static @Nullable String instant(@Nullable Instant instant) {
        return instant == null ? null : UTC.format(instant);
    }

    private static boolean isMariaDb(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith("jdbc:mariadb:");
    }
}
