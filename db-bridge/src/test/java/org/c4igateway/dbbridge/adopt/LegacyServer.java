package org.c4igateway.dbbridge.adopt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.TestDatabase;

/** The invented C4I server of the example, on an interface database. It knows nothing of the gateway. */
final class LegacyServer {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "legacy");

    private final TestDatabase database;

    LegacyServer(TestDatabase database) throws SQLException {
        this.database = database;
        database.execute(text("schema.sql"));
    }

    static String text(String file) {
        try {
            return Files.readString(EXAMPLE.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MappingFile map() {
        return MappingFile.parse("map.yaml", text("map.yaml"));
    }

    /** A message that has arrived for ALPHA. */
    static Message message(String origin, long sequence, String topic, String payload) {
        return new Message(
                new MessageId(new SystemName(origin), sequence),
                topic,
                Precedence.IMMEDIATE,
                List.of(new SystemName("ALPHA")),
                Instant.parse("2026-11-21T12:34:56.123456Z"),
                Instant.MAX,
                "",
                "",
                payload.getBytes(StandardCharsets.UTF_8));
    }

    void adopt(MappingFile map) throws SQLException {
        database.execute(new AdoptionScript(map).installation());
    }

    /** Runs statements with the rights of the server and nothing more. */
    void execute(String... statements) throws SQLException {
        try (Connection connection = database.owner();
                Statement statement = connection.createStatement()) {
            statement.execute("SET ROLE legacy_app");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    List<String> outbox() throws SQLException {
        return database.column(
                "SELECT concat_ws('|', topic_id, precedence, array_to_string(destinations, ','), subject,"
                        + " convert_from(payload, 'UTF8')) FROM c4i.outbox ORDER BY sequence");
    }

    List<String> received() throws SQLException {
        return database.column("SELECT concat_ws('|', unit_no, rx_no, from_unit, from_no, kind, urgency, status, body)"
                + " FROM legacy.rx_message ORDER BY rx_no");
    }
}
