package org.c4igateway.lab.testbed.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * How a program reaches tables that the lab made for it: a file has it, so that no password is on a command line.
 * Immutable.
 *
 * @param url of the database
 * @param user who owns the tables
 * @param password the user's; never printed
 */
public record TableLogin(String url, String user, String password) {
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    /**
     * Makes tables in a schema that belongs to their user, who finds them without its name.
     *
     * @param database in which there is no such schema
     * @param statements that make them, run as their user
     */
    public static TableLogin create(InterfaceDatabase database, String... statements) throws SQLException {
        String user = database.app().user();
        try (Connection owner = database.openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("create schema " + user + " authorization " + user);
        }
        try (Connection own = database.openApp();
                Statement statement = own.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return new TableLogin(database.nodeUrl(), user, database.app().password());
    }

    public void write(Path file) throws IOException {
        Properties login = properties();
        login.setProperty(URL, url);
        try (OutputStream out = Files.newOutputStream(file)) {
            login.store(out, null);
        }
    }

    /** @param file as {@link #write} leaves it */
    public static TableLogin read(Path file) throws IOException {
        Properties login = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            login.load(in);
        }
        return new TableLogin(login.getProperty(URL, ""), login.getProperty(USER, ""), login.getProperty(PASSWORD, ""));
    }

    /** A connection that belongs to the caller; each statement is a transaction. */
    public Connection open() throws SQLException {
        return DriverManager.getConnection(url, properties());
    }

    /** The same, by which many rows go in one statement of a batch. */
    public Connection openForBatches() throws SQLException {
        Properties login = properties();
        login.setProperty("reWriteBatchedInserts", "true");
        return DriverManager.getConnection(url, login);
    }

    private Properties properties() {
        Properties login = new Properties();
        login.setProperty(USER, user);
        login.setProperty(PASSWORD, password);
        return login;
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
