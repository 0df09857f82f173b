package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The example of the table bridge: ALPHA's server has its tables on MariaDB, BRAVO's uses the SQL of the gateway. The
 * same over every middleware.
 */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
@Tag("slow")
abstract class BridgedTables {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "legacy");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROWS = 300;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;
    private final MariaDbServer mariaDb;

    BridgedTables(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("bridged", carrier, server));
        mariaDb = MariaDbServer.start();
    }

    static boolean isInstalled() {
        return MariaDbServer.isInstalled();
    }

    @BeforeAll
    void startNodes() throws SQLException, IOException {
        mariaDb.execute(Files.readString(EXAMPLE.resolve("mariadb.sql")));
        startAlpha();
        testMesh.node("BRAVO").start();
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        testMesh.node("BRAVO").awaitReaches("ALPHA");
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
        mariaDb.close();
    }

    private void startAlpha() {
        testMesh.node("ALPHA")
                .start(
                        "--c4i.tables.legacy.url=" + mariaDb.url("legacy"),
                        "--c4i.tables.legacy.username=root",
                        "--c4i.tables.legacy.map="
                                + EXAMPLE.resolve("bridge.yaml").toAbsolutePath(),
                        "--c4i.tables.legacy.poll=100ms",
                        "--c4i.tables.legacy.batch-rows=40");
    }

    private void insert(String body) throws SQLException {
        try (Connection connection = mariaDb.connect("legacy");
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO tx_message (unit_no, to_unit, kind, urgency, status, body) VALUES (1, 2, 17, 9,"
                            + " 20, '" + body + "')");
        }
    }

    private List<String> arrivedAtBravo(String start) throws SQLException {
        return testMesh.server("BRAVO").received().stream()
                .map(row -> new String(row.draft().payload(), StandardCharsets.UTF_8))
                .filter(body -> body.startsWith(start))
                .toList();
    }

    private List<String> arrivedAtAlpha(String start) throws SQLException {
        return mariaDb.column("SELECT body FROM legacy.rx_message WHERE body LIKE '" + start + "%'");
    }

    private static List<String> bodies(String start) {
        return IntStream.range(0, ROWS).mapToObj(n -> start + n + "/NOV//").toList();
    }

    @Test
    void losesAndDoublesNothingInEitherDatabaseWhileTheNodeDiesAgainAndAgain() throws SQLException {
        List<String> there = bodies("MSGID/HELQUEST/1 DIV/");
        List<String> here = bodies("MSGID/HELQUEST/2 DIV/");
        for (int n = 0; n < ROWS; n++) {
            insert(there.get(n));
            testMesh.server("BRAVO")
                    .submit(new SubmittedRow("A004", 0, here.get(n).getBytes(StandardCharsets.UTF_8)), "ALPHA");
            if (n % (ROWS / 3) == ROWS / 6) {
                int arrived = arrivedAtBravo("MSGID/HELQUEST/1").size();
                await("some more")
                        .atMost(PATIENCE)
                        .until(() -> arrivedAtBravo("MSGID/HELQUEST/1").size() > arrived);
                testMesh.node("ALPHA").kill();
                startAlpha();
            }
        }
        await("all there")
                .atMost(PATIENCE)
                .until(() -> arrivedAtBravo("MSGID/HELQUEST/1").size() >= ROWS);
        await("all here")
                .atMost(PATIENCE)
                .until(() -> arrivedAtAlpha("MSGID/HELQUEST/2").size() >= ROWS);
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        await("all are marked")
                .atMost(PATIENCE)
                .until(() -> mariaDb.column("SELECT DISTINCT status FROM legacy.tx_message WHERE status <> 21")
                        .isEmpty());

        assertThat(arrivedAtBravo("MSGID/HELQUEST/1")).containsExactlyInAnyOrderElementsOf(there);
        assertThat(arrivedAtAlpha("MSGID/HELQUEST/2")).containsExactlyInAnyOrderElementsOf(here);
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(testMesh.node("ALPHA").health()).contains("legacy.messages");
        assertThat(testMesh.node("ALPHA").metric("c4i_table_failing", "table=\"legacy.messages\""))
                .isZero();
    }
}
