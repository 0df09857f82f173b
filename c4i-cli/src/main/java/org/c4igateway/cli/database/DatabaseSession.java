package org.c4igateway.cli.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.ForeignDriver;

/** Opens the one connection of a command, with bounds on every wait. */
public final class DatabaseSession {
    private static final int PATIENCE_SECONDS = 30;
    private static final Duration LONG_PATIENCE = Duration.ofHours(2);

    /** Classes of SQLSTATE that speak of the connection or the login rather than of a statement. */
    private static final String CONNECTION_CLASS = "08";

    private static final String LOGIN_CLASS = "28";
    /** The driver's own state for a login that the server asks for and it cannot give. */
    private static final String CONNECTION_REJECTED = "08004";

    private static final String NO_SUCH_SCHEMA = "3F000";
    private static final String NO_SUCH_TABLE = "42P01";
    private static final String NO_SUCH_FUNCTION = "42883";
    private static final String NOT_ALLOWED = "42501";

    private DatabaseSession() {}

    public static Connection open(DatabaseAddress address) throws CommandException {
        Properties login = new Properties();
        if (!address.user().isEmpty()) {
            login.setProperty("user", address.user());
        }
        if (!address.password().isEmpty()) {
            login.setProperty("password", address.password());
        }
        login.setProperty("connectTimeout", "10");
        login.setProperty("socketTimeout", Integer.toString(PATIENCE_SECONDS));
        login.setProperty("ApplicationName", "c4i");
        Connection connection;
        try {
            connection = DriverManager.getConnection(address.url(), login);
        } catch (SQLException e) {
            throw problem(address, e);
        }
        // A role may have another default, with which functions do not see what was just committed.
        return set(address, connection, "SET default_transaction_isolation = 'read committed'");
    }

    /**
     * Opens one for statements that go through whole tables. The server ends a statement before the connection gives
     * up: nobody would end it later.
     */
    public static Connection openForLong(DatabaseAddress address) throws CommandException {
        Connection connection = open(address);
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(LONG_PATIENCE.toMillis()));
        } catch (SQLException e) {
            throw closed(connection, problem(address, e));
        }
        return set(address, connection, Connections.UNLIMITED_TRANSACTIONS + "SET statement_timeout = '100min'");
    }

    /**
     * Opens one for a change that may take long or wait for a lock. What the server ends before the connection gives up
     * has not been done.
     */
    public static Connection openForChange(DatabaseAddress address) throws CommandException {
        return set(address, openForLong(address), "SET lock_timeout = '5min'");
    }

    private static Connection set(DatabaseAddress address, Connection connection, String settings)
            throws CommandException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(settings);
            return connection;
        } catch (SQLException e) {
            throw closed(connection, problem(address, e));
        }
    }

    private static CommandException closed(Connection connection, CommandException problem) {
        try {
            connection.close();
        } catch (SQLException again) {
            problem.addSuppressed(again);
        }
        return problem;
    }

    /**
     * Tells what to do about a failed change that the server was asked for.
     *
     * @param look command that shows what was done
     */
    public static CommandException problemOfChange(DatabaseAddress address, SQLException e, String look) {
        return isOfConnection(e)
                ? CommandException.environment("the connection to " + address
                        + " ended before the answer, so it is not known whether this was done: " + DatabaseText.of(e)
                        + "\n     look with " + look + " before you run it again")
                : problem(address, e);
    }

    /** Whether the connection failed, so that nobody knows what became of the statement. */
    static boolean isOfConnection(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith(CONNECTION_CLASS);
    }

    /** Tells what to do about a failed statement or connection. */
    public static CommandException problem(DatabaseAddress address, SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        String text = DatabaseText.of(e);
        Optional<ForeignDriver.Missing> missing = ForeignDriver.of(address.url());
        if (missing.isPresent()) {
            return CommandException.environment(
                    missing.get().problem() + "\n     " + missing.get().remedy());
        }
        if (state.equals(CONNECTION_REJECTED) && address.password().isEmpty()) {
            return CommandException.environment(address + " refused the login: " + text + "\n     set C4I_DB_PASSWORD");
        }
        if (isOfConnection(e)) {
            return CommandException.environment(
                    "no connection to " + address + ": " + text + "\n     start the database, or correct --url");
        }
        if (state.startsWith(LOGIN_CLASS)) {
            return CommandException.environment(
                    address + " refused the login: " + text + "\n     correct --user and C4I_DB_PASSWORD");
        }
        return switch (state) {
            case NO_SUCH_SCHEMA, NO_SUCH_TABLE, NO_SUCH_FUNCTION ->
                CommandException.environment(address + " is not an interface database: " + text
                        + "\n     start a node on it once, which creates the schema");
            case NOT_ALLOWED ->
                CommandException.environment(
                        "the role lacks a privilege: " + text
                                + "\n     grant it c4i_app (c4i_bridge for status; c4i_console for replay, resync and subscribers)");
            default -> CommandException.environment(address + ": " + text);
        };
    }
}
