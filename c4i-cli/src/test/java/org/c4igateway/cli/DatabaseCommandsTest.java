package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** send and status on a real interface database without a node. */
@TestInstance(Lifecycle.PER_CLASS)
class DatabaseCommandsTest {
    private static final String MESSAGE = "O 211200I NOV 26\nMSGID/CASEVACREQ/1 DIV/0001/NOV//\n";

    @TempDir
    Path directory;

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

    @Test
    void submitsAFileUnderTheTopicAndPrecedenceThatItTells() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = send(database, file("good.mtf", MESSAGE), "--to", "BRAVO,CHARLIE", "--valid-for", "2h");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).containsPattern("sequence \\d{16}, topic A015, IMMEDIATE, to BRAVO, CHARLIE");
        assertThat(row(
                        database,
                        "select topic_id || precedence || destinations::text || convert_from(payload, 'UTF8')"
                                + " || (expires_at - created_at between '119 min' and '2 h') from c4i.outbox"))
                .isEqualTo("A0151{BRAVO,CHARLIE}" + MESSAGE + "true");
    }

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
    void loadCountsWhatHasNoFinalStateInNoLatency() throws SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = load(database, "--mix", "FLASH=1", "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out())
                .contains("\"submitted\":40", "\"BRAVO\":{\"pending\":40}", "\"complete\":false")
                .contains("\"all\":{\"count\":0}");
        assertThat(row(database, "select count(*) || '/' || max(precedence) from c4i.outbox"))
                .isEqualTo("40/0");
        assertThat(load(database).out())
                .contains("80 rows have no final state 1 s after the last message")
                .containsPattern("BRAVO +40 +0 +0 +0 +0 +0 +40\n")
                .containsPattern("CHARLIE +40 +0 +0 +0 +0 +0 +40\n");
    }

    @Test
    void loadRefusesAMixThatIsNone() {
        CommandRun run = CommandRun.of("load", "--to", "BRAVO", "--mix", "FLSH=1");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'FLSH=1' is not PRECEDENCE=SHARE").contains("known: FLASH, IMMEDIATE");
    }

    private static CommandRun load(InterfaceDatabase database, String... more) {
        List<String> command = new ArrayList<>(List.of("load", "--url", database.url(), "--user", "postgres"));
        command.addAll(List.of("--messages", "../samples", "--rate", "40", "--for", "1s", "--wait", "1s"));
        command.addAll(List.of("--to", more.length == 0 ? "BRAVO,CHARLIE" : "BRAVO"));
        command.addAll(List.of(more));
        return CommandRun.of(command.toArray(String[]::new));
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
    void submitsTheOthersWhenOneFileIsRefused() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = CommandRun.of(
                "send",
                "--url",
                database.url(),
                "--user",
                "postgres",
                "--to",
                "BRAVO",
                file("no-identity.mtf", "GENTEXT/REMARKS/X//\n"),
                file("good.mtf", MESSAGE));

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("no-identity.mtf").contains("--topic");
        assertThat(run.out()).contains("good.mtf: sequence ");
    }

    @Test
    void submitsEveryMessageBelowADirectoryAndCountsWhatItRefused() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        Path top = directory.resolve("many");
        Path many = Files.createDirectories(top.resolve("deeper"));
        for (int i = 0; i < 30; i++) {
            Files.writeString(many.resolve(i + ".mtf"), MESSAGE);
        }
        Files.writeString(top.resolve("wrong.txt"), "GENTEXT/REMARKS/X//\n");
        Files.writeString(many.resolve("other.csv"), "no message");

        CommandRun run = send(database, top.toString(), "--to", "BRAVO");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines())
                .hasSize(30)
                .allSatisfy(line -> assertThat(line).contains(".mtf: sequence"));
        assertThat(run.err())
                .contains("wrong.txt: has no MSGID")
                .contains("30 of 31 files submitted, 1 refused, 0 not tried");
        assertThat(row(database, "select count(*) from c4i.outbox")).isEqualTo("30");
    }

    @Test
    void reportsTheRefusalOfTheDatabase() throws IOException, SQLException {
        CommandRun run = send(newDatabase(), file("good.mtf", MESSAGE), "--to", "not-a-system");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("good.mtf: refused: not a system name: 'not-a-system'"),
                        hint -> assertThat(hint).startsWith("     A name has 1 to 32"));
    }

    /** The detail of the database would be the row with its payload, and the place a function of the schema. */
    @Test
    void reportsAFaultOfTheDatabaseInOneLine() throws IOException, SQLException {
        InterfaceDatabase database = newDatabase();
        execute(database, "ALTER TABLE c4i.outbox ADD CONSTRAINT nothing_enters CHECK (false) NOT VALID");

        CommandRun run = send(database, file("good.mtf", MESSAGE), "--to", "BRAVO");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("c4i: ")
                .contains("nothing_enters");
    }

    @Test
    void reportsADatabaseThatIsAwayInTwoLines() throws IOException {
        String message = file("good.mtf", MESSAGE);
        for (String[] command : new String[][] {
            {"send", "--to", "BRAVO", message},
            {"status"},
            {"subscribers", "list"},
            {"replay", "--to", "BRAVO", "--dry-run"}
        }) {
            List<String> all = new ArrayList<>(List.of(command));
            all.addAll(List.of("--url", "jdbc:postgresql://127.0.0.1:1/nothing", "--user", "x"));

            CommandRun run = CommandRun.of(all.toArray(String[]::new));

            assertThat(run.status()).as(command[0]).isEqualTo(2);
            assertThat(run.err().lines())
                    .as(command[0])
                    .satisfiesExactly(
                            line -> assertThat(line).startsWith("c4i: no connection to"),
                            hint -> assertThat(hint).isEqualTo("     start the database, or correct --url"));
        }
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

    private InterfaceDatabase newDatabase() throws SQLException {
        return server.create("S" + ++systems);
    }

    private static CommandRun send(InterfaceDatabase database, String file, String... options) {
        String[] start = {"send", "--url", database.url(), "--user", "postgres"};
        return CommandRun.of(java.util.stream.Stream.of(start, options, new String[] {file})
                .flatMap(java.util.Arrays::stream)
                .toArray(String[]::new));
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private static void execute(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String row(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
