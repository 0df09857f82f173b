package org.c4igateway.lab.chaos.tables;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.load.MessageLoad;

/**
 * Tables of a C4I server that knows nothing of the gateway: it writes messages into {@code server.tx} and finds what
 * came in {@code server.rx}. They lie in a schema of their own beside the interface database; the node reads and writes
 * them by JDBC, in transactions of their own, as it does elsewhere.
 */
public final class ServerTables {
    private static final String INSERT =
            "insert into server.tx (topic, precedence, payload, subject, destinations, published)"
                    + " values (?, ?, ?, ?, ?, ?) returning id";
    private static final String PENDING = "select (select count(*) from server.tx where state is null)"
            + " + greatest(0, (select count(*) from c4i.inbox) - (select count(*) from server.rx))";

    private ServerTables() {}

    /**
     * Makes the tables in a database that nobody uses yet.
     *
     * @param directory takes the mapping file
     * @return lines of the node's file
     */
    public static String install(InterfaceDatabase database, Path directory) throws IOException, SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(resource("server-tables.sql")
                    .formatted(database.app().user(), database.bridge().user()));
        }
        Path map = Files.writeString(directory.resolve("server-tables.yaml"), resource("server-tables.yaml"));
        return """
                c4i.tables.server.url: "%s"
                c4i.tables.server.username: %s
                c4i.tables.server.password: ${C4I_DB_PASSWORD}
                c4i.tables.server.map: %s
                c4i.tables.server.poll: 100ms
                """.formatted(database.nodeUrl(), database.bridge().user(), map);
    }

    /**
     * Writes a message, as the server does, and returns its key.
     *
     * @param destinations of a published message those that subscribe, which the node does not read
     */
    public static long insert(
            Connection connection,
            MessageLoad.Message message,
            String subject,
            List<String> destinations,
            boolean published)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, message.topicId());
            statement.setInt(2, message.precedence().code());
            statement.setBytes(3, message.payload());
            statement.setString(4, subject);
            statement.setString(5, String.join(",", destinations));
            statement.setBoolean(6, published);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Rows that have no final state yet, and messages of the inbox that are not in the server's table yet. */
    public static long pending(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(PENDING)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = ServerTables.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
