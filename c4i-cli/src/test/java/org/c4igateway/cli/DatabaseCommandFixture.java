package org.c4igateway.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Real interface databases without a node, for commands on them. */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class DatabaseCommandFixture {
    protected static final String MESSAGE = "O 211200I NOV 26\nMSGID/CASEVACREQ/1 DIV/0001/NOV//\n";

    @TempDir
    protected Path directory;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private DatabaseServer server;

    private int systems;

    @BeforeAll
    void startServer(@TempDir Path data) throws IOException {
        Path binaries = Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg");
        server = DatabaseServer.start(data, binaries);
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    protected InterfaceDatabase newDatabase() throws SQLException {
        return server.create("S" + ++systems);
    }

    protected static CommandRun send(InterfaceDatabase database, String file, String... options) {
        String[] start = {"send", "--url", database.url(), "--user", "postgres"};
        return CommandRun.of(Stream.of(start, options, new String[] {file})
                .flatMap(Arrays::stream)
                .toArray(String[]::new));
    }

    protected String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    protected static void execute(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    protected static String row(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
