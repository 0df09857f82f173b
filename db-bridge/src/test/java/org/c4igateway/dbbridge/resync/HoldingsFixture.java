package org.c4igateway.dbbridge.resync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Databases of two systems that compare what they have of each other; the rows are written by the tests. */
@ExtendWith(PostgresExtension.class)
abstract class HoldingsFixture {
    final TestDatabase alpha;
    final TestDatabase bravo;
    final Instant since = Instant.now().minus(Duration.ofHours(1));

    HoldingsFixture(PostgresServer server) {
        alpha = server.database();
        bravo = server.database();
    }

    @BeforeEach
    void name() throws SQLException {
        alpha.execute("SELECT c4i.claim_node('ALPHA')");
        bravo.execute("SELECT c4i.claim_node('BRAVO')");
    }

    @AfterEach
    void close() {
        alpha.close();
        bravo.close();
    }

    /** A row that has arrived and is confirmed. */
    static long deliver(TestDatabase from, String origin, String to, TestDatabase at) throws SQLException {
        long sequence = from.submit(3, "m", to);
        confirm(from, origin, to, at, sequence, "payload");
        return sequence;
    }

    static void confirm(TestDatabase from, String origin, String to, TestDatabase at, long sequence, String wire)
            throws SQLException {
        from.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                + " SELECT sequence, created_at, '" + to + "', 'delivered' FROM c4i.outbox WHERE sequence = " + sequence
                + "; INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('" + to + "', 'delivered', 1)");
        long digest =
                from.number("SELECT c4i.content_digest(topic_id, precedence, created_at, expires_at, label, subject, "
                        + wire + ") FROM c4i.outbox WHERE sequence = " + sequence);
        at.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at, digest) VALUES ('" + origin
                + "', " + sequence + ", now(), " + digest + ")");
    }

    List<String> compare() throws SQLException, IOException {
        return compare(export());
    }

    String export() throws SQLException, IOException {
        StringWriter file = new StringWriter();
        try (Connection console = open(bravo.console())) {
            new HoldingsExport(console, EdgeText.UTF_8).write(new SystemName("ALPHA"), since, file);
        }
        return file.toString();
    }

    List<String> compare(String file) throws SQLException, IOException {
        try (Connection console = open(alpha.console())) {
            return compare(file, console, EdgeText.UTF_8);
        }
    }

    static List<String> compare(String file, Connection connection, EdgeText edge) throws SQLException, IOException {
        List<String> found = new ArrayList<>();
        new HoldingsComparison(
                        connection,
                        edge,
                        new BufferedReader(new StringReader(file)),
                        difference -> found.add(difference.kind() + " " + difference.sequence()))
                .compare();
        return found;
    }

    static Connection open(DatabaseSettings login) throws SQLException {
        return DriverManager.getConnection(login.url(), login.user(), login.password());
    }
}
