package org.c4igateway.lab.transport.samples.poller;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.TableLogin;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ProgramProcess;
import org.c4igateway.lab.transport.samples.BridgeEnd;
import org.c4igateway.lab.transport.samples.SampleEnding;
import org.c4igateway.lab.transport.samples.SampleProcesses;
import org.c4igateway.lab.transport.samples.SamplesAssignment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The whole poller on the loopback interface: two servers, a broker and two programs. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
class JdbcPollerTest {
    /** Nothing else listens there. */
    private static final BridgeEnd ALPHA = new BridgeEnd("ALPHA", List.of(), "127.0.0.83");

    private static final BridgeEnd BRAVO = new BridgeEnd("BRAVO", List.of(), "127.0.0.84");
    private static final Exchange.Counts COUNTS = new Exchange.Counts(5, 250);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @SuppressWarnings("NullAway.Init") // set before all tests
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private ClassPathFile classPath;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private JdbcPoller poller;

    @BeforeAll
    void start(@TempDir Path temporary) throws IOException, InterruptedException {
        directory = temporary;
        classPath = ClassPathFile.find(directory);
        poller = JdbcPoller.start(ALPHA, BRAVO, JdbcPollerTest::server, classPath, directory);
    }

    private static DatabaseServer server(Path place) throws IOException {
        return DatabaseServer.start(place, Path.of(System.getProperty("java.io.tmpdir"), "embedded-pg"));
    }

    @AfterAll
    void stop() {
        poller.close();
    }

    /** More than one poll reads. A sample with other bytes would break the program that takes. */
    @Test
    void bringsEachSampleOnce() throws Exception {
        try (SampleProcesses processes = SampleProcesses.start(scene(), classPath)) {
            processes.warmUp();

            SampleProcesses.Outcome outcome = processes.send();

            assertThat(outcome.complete()).isTrue();
            assertThat(outcome.arrived()).isEqualTo(COUNTS.counted());
            assertThat(outcome.doubled()).isZero();
            assertThat(outcome.used())
                    .containsOnlyKeys("sends", "takes", "broker at ALPHA", "poller at ALPHA", "poller at BRAVO");
        }
        assertThat(rows(BRAVO, "select sample_id, payload from inbox"))
                .isEqualTo(rows(ALPHA, "select id, payload from outbox"));
        assertThat(rows(ALPHA, "select id, payload from outbox where not sent")).isEmpty();
    }

    private SampleProcesses.Scene scene() {
        return new SampleProcesses.Scene(
                ALPHA.enter(),
                BRAVO.enter(),
                new SamplesAssignment(settings(true, ALPHA), "ALPHA", 200, COUNTS, 7),
                new SamplesAssignment(settings(false, BRAVO), "ALPHA", 200, COUNTS, 7),
                poller,
                new SampleEnding(false, LIMIT),
                directory);
    }

    private EndSettings settings(boolean asks, BridgeEnd end) {
        return new EndSettings(Carrier.JDBC_POLLER, asks, poller.place(end.name()), true, LIMIT);
    }

    /** It is killed between the insert of a row and the commit of its message, so that both come again. */
    @Test
    void doublesNothingWhenTheReceiverIsKilledBeforeItConfirms() throws Exception {
        try (JdbcEnd sending = JdbcEnd.open(settings(true, ALPHA), bytes -> {});
                Connection blocking = open(BRAVO)) {
            long next = 1 + number(ALPHA, "select coalesce(max(id), 0) from outbox");
            long held = next + 10;
            blocking.setAutoCommit(false);
            execute(blocking, "insert into inbox (sample_id, payload) values (" + held + ", 'held')");
            for (int i = 0; i < 40; i++) {
                sending.send(bytes("row " + i));
            }
            awaitNumber(BRAVO, "select count(*) from pg_stat_activity where wait_event_type = 'Lock'", 1);

            poller.killReceiver(BRAVO);
            blocking.rollback(); // the statement of the killed program goes on
            awaitNumber(BRAVO, "select count(*) from inbox where sample_id = " + held, 1);
            long drawn = number(BRAVO, "select max(id) from inbox");
            poller.startReceiver(ALPHA, BRAVO);

            awaitNumber(BRAVO, "select count(*) from inbox where sample_id >= " + next, 40);
            assertThat(number(BRAVO, "select id from inbox where sample_id = " + (held + 1)))
                    .as("a number was drawn for the row that came again")
                    .isGreaterThan(drawn + 1);
        }
        assertThat(rows(BRAVO, "select sample_id, payload from inbox"))
                .isEqualTo(rows(ALPHA, "select id, payload from outbox"));
    }

    @Test
    void doublesNothingWhenARowIsSentAgain() throws Exception {
        try (JdbcEnd sending = JdbcEnd.open(settings(true, ALPHA), bytes -> {})) {
            sending.send(bytes("first"));
            long first = number(ALPHA, "select max(id) from outbox");
            awaitNumber(BRAVO, "select count(*) from inbox where sample_id = " + first, 1);

            try (Connection connection = open(ALPHA)) {
                execute(connection, "update outbox set sent = false where id = " + first);
            }
            sending.send(bytes("second")); // goes behind the repeated one
            awaitNumber(BRAVO, "select count(*) from inbox where sample_id > " + first, 1);
        }
        assertThat(rows(BRAVO, "select sample_id, payload from inbox"))
                .isEqualTo(rows(ALPHA, "select id, payload from outbox"));
    }

    @Test
    void readsAnInboxInOrderAndSaysWhenItCannot() throws Exception {
        Queue<String> taken = new ConcurrentLinkedQueue<>();
        HostTables tables = HostTables.start("CHARLIE", JdbcPollerTest::server, directory);
        EndSettings.Place place =
                new EndSettings.Place("127.0.0.1", tables.file().toString(), "lo");
        EndSettings settings = new EndSettings(Carrier.JDBC_POLLER, false, place, true, LIMIT);
        try (tables;
                Connection connection = TableLogin.read(tables.file()).open();
                JdbcEnd end = JdbcEnd.open(settings, payload -> taken.add(new String(payload, US_ASCII)))) {
            execute(connection, "insert into inbox (sample_id, payload) values (5, 'first'), (3, 'second')");
            await().untilAsserted(() -> assertThat(taken).containsExactly("first", "second"));
            execute(connection, "insert into inbox (sample_id, payload) values (4, 'third')");
            await().untilAsserted(() -> assertThat(taken).containsExactly("first", "second", "third"));
            assertThatIOException().isThrownBy(() -> end.send(bytes("none"))).withMessageContaining("takes");
            end.requireAlive();

            execute(connection, "drop table inbox, outbox");

            await().untilAsserted(() -> assertThatIOException()
                    .isThrownBy(end::requireAlive)
                    .withMessageContaining("the inbox cannot be read"));
            assertThatIOException().isThrownBy(() -> poll(tables.file())).withMessageContaining("broke", "outbox");
        }
        assertThatIOException()
                .isThrownBy(() -> JdbcEnd.open(settings, payload -> {}))
                .withMessageContaining("no connection to the tables");
    }

    /** Waits until a half of the poller says that it broke. */
    private void poll(Path tables) throws IOException, InterruptedException {
        ProgramProcess.Program half = new ProgramProcess.Program(
                "polls", PollerProgram.class, PollerProgram.words(true, tables, ALPHA.address()));
        try (ProgramProcess process = ProgramProcess.start(List.of(), classPath, half, directory)) {
            var _ = process.next(LIMIT); // started
            var _ = process.next(LIMIT);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    private Connection open(BridgeEnd end) throws IOException, SQLException {
        return TableLogin.read(Path.of(poller.place(end.name()).partner())).open();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Payloads by the numbers of their rows; one number twice is an error. */
    private Map<Long, String> rows(BridgeEnd end, String sql) throws IOException, SQLException {
        Map<Long, String> rows = new TreeMap<>();
        try (Connection connection = open(end);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                assertThat(rows.put(row.getLong(1), HexFormat.of().formatHex(row.getBytes(2))))
                        .as("row " + row.getLong(1))
                        .isNull();
            }
        }
        return rows;
    }

    private void awaitNumber(BridgeEnd end, String sql, long wanted) {
        await().untilAsserted(() -> assertThat(number(end, sql)).as(sql).isEqualTo(wanted));
    }

    private long number(BridgeEnd end, String sql) throws IOException, SQLException {
        try (Connection connection = open(end);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
