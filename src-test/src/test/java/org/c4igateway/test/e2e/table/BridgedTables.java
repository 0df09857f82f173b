package org.c4igateway.test.e2e.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.fault.KillPoint;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.RandomSeed;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The example of the table bridge: ALPHA's server has its tables on MariaDB, BRAVO's uses the SQL of the gateway. The
 * same over every middleware.
 */
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
@Tag("slow")
abstract class BridgedTables extends MeshFixture {
    private static final Logger LOG = LoggerFactory.getLogger(BridgedTables.class);
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "legacy");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROWS = 300;
    private static final int BATCH = 40;
    /** So many batches at least are in the rows of one kill. */
    private static final int PASSES = 3;

    private final SplittableRandom random = RandomSeed.draw(getClass());
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
    void stopMariaDb() {
        logs.closeAll(); // nodes first: they use it
        mariaDb.close();
    }

    private void startAlpha(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--c4i.tables.legacy.url=" + mariaDb.url("legacy"),
                "--c4i.tables.legacy.username=root",
                "--c4i.tables.legacy.map=" + EXAMPLE.resolve("bridge.yaml").toAbsolutePath(),
                "--c4i.tables.legacy.poll=100ms",
                "--c4i.tables.legacy.batch-rows=" + BATCH));
        options.addAll(List.of(more));
        testMesh.node("ALPHA").start(options.toArray(String[]::new));
    }

    private void insert(List<String> bodies) throws SQLException {
        try (Connection connection = mariaDb.connect("legacy");
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO tx_message (unit_no, to_unit, kind, urgency, status, body)"
                                + " VALUES (1, 2, 17, 9, 20, ?)")) {
            for (String body : bodies) {
                statement.setString(1, body);
                statement.executeUpdate();
            }
        }
    }

    private void submit(List<String> bodies) throws SQLException {
        testMesh.server("BRAVO")
                .submitAll(
                        bodies.stream()
                                .map(body -> new SubmittedRow("A004", 0, body.getBytes(StandardCharsets.UTF_8)))
                                .toList(),
                        "ALPHA");
    }

    /** Both directions to their end: every row there once, and marked with its final state. */
    private void assertComplete(List<String> there, List<String> here) throws SQLException {
        String there0 = there.getFirst().substring(0, there.getFirst().indexOf(" DIV/") + " DIV/".length());
        String here0 = here.getFirst().substring(0, here.getFirst().indexOf(" DIV/") + " DIV/".length());
        await("all there").atMost(PATIENCE).until(() -> arrivedAtBravo(there0).size() >= there.size());
        await("all here").atMost(PATIENCE).until(() -> arrivedAtAlpha(here0).size() >= here.size());
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        await("all have their final state")
                .atMost(PATIENCE)
                .until(() -> mariaDb.column("SELECT DISTINCT status FROM legacy.tx_message WHERE status <> 22")
                        .isEmpty());
        assertThat(arrivedAtBravo(there0)).containsExactlyInAnyOrderElementsOf(there);
        assertThat(arrivedAtAlpha(here0)).containsExactlyInAnyOrderElementsOf(here);
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
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

    private static List<String> bodies(String start, int rows) {
        return IntStream.range(0, rows).mapToObj(n -> start + n + "/NOV//").toList();
    }

    @Test
    void losesAndDoublesNothingInEitherDatabaseWhileTheNodeDiesAgainAndAgain() throws SQLException {
        List<String> there = bodies("MSGID/HELQUEST/1 DIV/", ROWS);
        List<String> here = bodies("MSGID/HELQUEST/2 DIV/", ROWS);
        int seen = 0;
        for (int n = 0; n < ROWS; n++) {
            insert(there.subList(n, n + 1));
            submit(here.subList(n, n + 1));
            if (n % (ROWS / 3) == ROWS / 6) {
                int before = seen;
                await("some more")
                        .atMost(PATIENCE)
                        .until(() -> arrivedAtBravo("MSGID/HELQUEST/1 DIV/").size() > before);
                seen = arrivedAtBravo("MSGID/HELQUEST/1 DIV/").size();
                testMesh.node("ALPHA").kill();
                startAlpha();
            }
        }
        assertComplete(there, here);
        assertThat(testMesh.node("ALPHA").health()).contains("legacy.messages");
        assertThat(testMesh.node("ALPHA").metric("c4i_table_failing", "table=\"legacy.messages\""))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(value = KillPoint.class, mode = EnumSource.Mode.MATCH_ANY, names = "TABLE_.*")
    void losesAndDoublesNothingInEitherDatabaseWhenTheNodeDiesAt(KillPoint point, @TempDir Path directory)
            throws SQLException, IOException {
        testMesh.node("ALPHA").kill();
        List<String> there = bodies("MSGID/HELQUEST/1 " + point + " DIV/", PASSES * BATCH);
        List<String> here = bodies("MSGID/HELQUEST/2 " + point + " DIV/", PASSES * BATCH);
        insert(there);
        submit(here);
        int pass = 1 + random.nextInt(PASSES);
        LOG.info("{}: killed at pass {}", point, pass);
        Path marker = directory.resolve(point.name());
        startAlpha("--fault-point=" + point + ":" + pass + ":" + marker);
        await("node at " + point).atMost(PATIENCE).until(() -> Files.exists(marker));
        testMesh.node("ALPHA").kill();
        Files.delete(marker);
        startAlpha();
        assertComplete(there, here);
    }
}
