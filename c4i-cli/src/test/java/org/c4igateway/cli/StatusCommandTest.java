package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code status} on a real interface database without a node. */
class StatusCommandTest extends DatabaseCommandFixture {
    @Test
    void statusAsksTheNodeWhyPeersAreAway() throws SQLException, IOException {
        InterfaceDatabase database = newDatabase();
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        node.createContext("/actuator/health", exchange -> {
            byte[] body = """
                    {"status": "UP", "components": {"disk": {"details": {"free": 1}}, "node": {"details": {
                      "role": "active", "peers": {"BRAVO": "away", "CHARLIE": "reachable"},
                      "absences": {"BRAVO": "nothing listens at 10.0.0.2:61616"},
                      "mismatches": ["KMTF_A004 from here to DELTA: RELIABILITY: offered best-effort, requested reliable"]
                    }}}}""".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.start();
        String url = "http://127.0.0.1:" + node.getAddress().getPort();
        try {
            assertThat(status(database, "--node", url).out())
                    .contains("The node is active.", "KMTF_A004 from here to DELTA")
                    .containsPattern("BRAVO +away +nothing listens at 10.0.0.2:61616\n")
                    .containsPattern("CHARLIE +reachable +-\n");
            assertThat(status(database, "--node", url, "--json").out())
                    .contains("\"why\":\"nothing listens at 10.0.0.2:61616\"", "\"role\":\"active\"");
        } finally {
            node.stop(0);
        }
        CommandRun nobody = status(database, "--node", "http://127.0.0.1:1");
        assertThat(nobody.status()).isEqualTo(2);
        assertThat(nobody.err()).contains("no node answers at http://127.0.0.1:1");
    }

    @Test
    void watchesUntilNoRowIsPending() throws SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = CommandRun.of(
                "status", "--url", database.url(), "--user", "postgres", "--watch", "1", "--until-settled");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).containsOnlyOnce("Balanced");
    }

    /** As on a full outbox. */
    @Test
    void waitsForACountThatTakesLong() throws SQLException {
        InterfaceDatabase database = newDatabase();
        execute(
                database,
                "CREATE OR REPLACE VIEW c4i.ledger_recount AS"
                        + " SELECT l.* FROM c4i.ledger AS l CROSS JOIN (SELECT pg_sleep(2)) AS s");
        execute(database, "SELECT c4i.submit('S201', 3, '{BRAVO}', '')");
        String url = database.url() + (database.url().contains("?") ? "&" : "?") + "socketTimeout=1";

        CommandRun run = CommandRun.of("status", "--url", url, "--user", "postgres", "--audit");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("Counted again from rows");
    }

    /** The server would go on counting for a command that is gone. */
    @Test
    void boundsACountAtTheServer() throws SQLException {
        InterfaceDatabase database = newDatabase();
        execute(
                database,
                "CREATE OR REPLACE VIEW c4i.ledger_recount AS SELECT l.* FROM c4i.ledger AS l"
                        + " WHERE current_setting('statement_timeout')::interval BETWEEN '1 min' AND '2 h'");
        execute(database, "SELECT c4i.submit('S201', 3, '{BRAVO}', '')");

        assertThat(status(database, "--audit").out()).contains("Counted again from rows");
    }

    private static CommandRun status(InterfaceDatabase database, String... options) {
        List<String> all = new ArrayList<>(List.of("status", "--url", database.url(), "--user", "postgres"));
        all.addAll(List.of(options));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void showsFindingsInPayloadsByRule() throws SQLException {
        InterfaceDatabase database = newDatabase();
        String received = "INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now(), 'BRAVO', n, 'S201', 3,"
                + " '{ALPHA}', now(), NULL, '', '', '', CASE WHEN n > 1 THEN n || ':17: warning [text.double-slash] X' END"
                + " FROM generate_series(1, 3) AS n";
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(received);
        }

        CommandRun text = CommandRun.of("status", "--url", database.url(), "--user", "postgres");
        CommandRun json = CommandRun.of("status", "--url", database.url(), "--user", "postgres", "--json");

        assertThat(text.status()).isZero();
        assertThat(text.out()).containsPattern("inbound +warning +text.double-slash +2 +BRAVO/3 +3:17");
        assertThat(json.out()).contains("\"rule\":\"text.double-slash\",\"messages\":2");
    }

    @Test
    void showsWhatIsPendingAndThatTheLedgerBalances() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        send(database, file("good.mtf", MESSAGE), "--to", "BRAVO");

        CommandRun run = CommandRun.of("status", "--url", database.url(), "--user", "postgres", "--audit", "--json");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("\"balanced\":true")
                .contains("\"destination\":\"BRAVO\",\"accepted\":1,\"delivered\":0")
                .contains("\"pending\":1");
    }

    @Test
    void endsWithOneWhenTheLedgerDoesNotBalance() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        send(database, file("good.mtf", MESSAGE), "--to", "BRAVO");
        execute(database, "insert into c4i.ledger_entry (destination, state, n) values ('BRAVO', 'accepted', 1)");

        CommandRun run = CommandRun.of("status", "--url", database.url(), "--user", "postgres");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("NOT BALANCED");
    }

    @Test
    void tellsARoleThatMayNotReadDeadLetters() throws SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = CommandRun.of(
                "status", "--url", database.url(), "--user", database.app().user());

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("Dead letters: not readable by this role");
    }

    @Test
    void tellsADatabaseWithoutTheSchema() throws SQLException {
        String url = newDatabase().url().replaceFirst("/[^/]*$", "/postgres");

        CommandRun run = CommandRun.of("status", "--url", url, "--user", "postgres");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("is not an interface database");
    }
}
