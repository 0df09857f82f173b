package org.c4igateway.lab.transport.samples.poller;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * How a program reaches the tables of its host: a file has it, so that no password is on a command line. Immutable.
 *
 * @param url of the database
 * @param user who owns the tables
 * @param password the user's; never printed
 */
record TableLogin(String url, String user, String password) {
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    void write(Path file) throws IOException {
        Properties login = new Properties();
        login.setProperty(URL, url);
        login.setProperty(USER, user);
        login.setProperty(PASSWORD, password);
        try (OutputStream out = Files.newOutputStream(file)) {
            login.store(out, null);
        }
    }

    /** @param file as {@link #write} leaves it */
    static TableLogin read(Path file) throws IOException {
        Properties login = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            login.load(in);
        }
        return new TableLogin(login.getProperty(URL, ""), login.getProperty(USER, ""), login.getProperty(PASSWORD, ""));
    }

    /** A connection that belongs to the caller; each statement is a transaction. */
    Connection open() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public String toString() {
        return user + " at " + url;
    }
}
