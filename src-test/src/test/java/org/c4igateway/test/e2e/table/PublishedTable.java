package org.c4igateway.test.e2e.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The walk of the guide: ALPHA's server has a table on MariaDB with CP949 in it; its rows go to who subscribes, BRAVO
 * and CHARLIE, whose servers read UTF-8 from PostgreSQL; and what became of each comes back. The same over every
 * middleware.
 */
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
@Tag("slow")
abstract class PublishedTable extends MeshFixture {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "cp949");
    private static final Charset CP949 = Charset.forName("x-windows-949");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String TEXT = "MSGID/HELQUEST/1 DIV/001/NOV//\nGENTEXT/REMARKS/적 전차 3대, 똠방각하 북상//\n";
    private static final String REQUESTS = "--c4i.subscriptions.wanted[0].pattern=class:REQUEST";
    private static final String STATUS = "SELECT concat(status, ' ', coalesce(fault, '-')) FROM ops.message";

    private final TestMesh testMesh;
    private final MariaDbServer mariaDb;

    PublishedTable(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(new TestMesh("published-table-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier, "CHARLIE", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier))
                .system("CHARLIE", server, Map.of("ALPHA", carrier))
                .build());
        mariaDb = MariaDbServer.start();
    }

    static boolean isInstalled() {
        return MariaDbServer.isInstalled();
    }

    @BeforeAll
    void startNodes() throws SQLException, IOException {
        mariaDb.execute(Files.readString(EXAMPLE.resolve("mariadb.sql")));
        testMesh.node("ALPHA")
                .start(
                        "--c4i.encoding=CP949",
                        "--c4i.unclaimed-timeout=2s",
                        "--c4i.tables.ops.url=" + mariaDb.url("ops"),
                        "--c4i.tables.ops.username=c4i_node",
                        "--c4i.tables.ops.password=change-me",
                        "--c4i.tables.ops.map=" + EXAMPLE.resolve("map.yaml").toAbsolutePath(),
                        "--c4i.tables.ops.poll=100ms");
        testMesh.node("BRAVO").start(REQUESTS, "--c4i.max-payload=1KB");
        testMesh.node("CHARLIE").start("--c4i.subscriptions.wanted[0].pattern=A*");
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
        await("both subscribe")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").database().number("SELECT count(*) FROM c4i.subscriber") == 2);
    }

    @AfterAll
    void stopMariaDb() {
        logs.closeAll(); // nodes first: they use it
        mariaDb.close();
    }

    private void insert(long id, String kind, byte[] body) throws SQLException {
        try (Connection connection = mariaDb.connect("ops");
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO message (id, kind, status, body) VALUES (?, ?, 1, ?)")) {
            statement.setLong(1, id);
            statement.setString(2, kind);
            statement.setBytes(3, body);
            statement.executeUpdate();
        }
    }

    private String awaitEnd(long id) throws SQLException {
        return awaitStatus(id, "[39] .*");
    }

    private String awaitStatus(long id, String pattern) throws SQLException {
        String where = STATUS + " WHERE id = " + id;
        await("row " + id + " has a state like " + pattern)
                .atMost(PATIENCE)
                .until(() -> mariaDb.column(where).getFirst().matches(pattern));
        return mariaDb.column(where).getFirst();
    }

    /** @param start of the texts */
    private List<String> arrivedAt(String system, String start) throws SQLException {
        return testMesh.server(system).received().stream()
                .map(row -> new String(row.draft().payload(), StandardCharsets.UTF_8))
                .filter(text -> text.startsWith(start))
                .toList();
    }

    @Test
    void carriesARowInCp949ToBothSubscribersAndWritesBackThatItIsThere() throws SQLException {
        insert(1, "REQ", TEXT.getBytes(CP949));

        assertThat(awaitEnd(1)).isEqualTo("3 -");
        assertThat(arrivedAt("BRAVO", "MSGID/HELQUEST/1 DIV/001/")).containsExactly(TEXT);
        assertThat(arrivedAt("CHARLIE", "MSGID/HELQUEST/1 DIV/001/")).containsExactly(TEXT);
        testMesh.assertBalanced("ALPHA");
    }

    @Test
    void writesBackThatNobodySubscribes() throws SQLException {
        insert(2, "SIT", TEXT.getBytes(CP949));

        assertThat(awaitEnd(2)).startsWith("9 NOBODY rejected GW-314 ");
    }

    @Test
    void writesBackThatARowIsNoMessage() throws SQLException {
        insert(3, "???", TEXT.getBytes(CP949));

        assertThat(awaitEnd(3)).isEqualTo("9 parked, see c4i.dead_letter");
        assertThat(testMesh.server("ALPHA")
                        .database()
                        .column("SELECT reason FROM c4i.dead_letter WHERE code = 'GW-406'"))
                .containsExactly("row 3: topic '' does not have 1 to 64 characters");
    }

    @Test
    void writesBackThatARowIsNotInTheEncodingOfItsServer() throws SQLException {
        byte[] broken = "MSGID/HELQUEST/1 DIV/002//\nGENTEXT/REMARKS/!//\n".getBytes(CP949);
        broken[broken.length - 4] = (byte) 0xff;
        insert(4, "REQ", broken);

        assertThat(awaitEnd(4)).startsWith("9 BRAVO rejected GW-312 line 2, ").contains("; CHARLIE rejected GW-312 ");
    }

    /** BRAVO refuses what is larger than its limit; its operator raises the limit and puts the dead letter back. */
    @Test
    void writesBackThatARefusedMessageWasTakenAfterAll() throws SQLException {
        String text = "MSGID/HELQUEST/1 DIV/005/NOV//\n" + "GENTEXT/REMARKS/적 전차 3대 북상//\n".repeat(50);
        insert(5, "REQ", text.getBytes(CP949));
        assertThat(awaitEnd(5)).startsWith("9 BRAVO rejected GW-302 ").doesNotContain("CHARLIE");

        testMesh.node("BRAVO").kill();
        testMesh.node("BRAVO").start(REQUESTS);
        CommandLineRun replay = CommandLineRun.of(
                testMesh.server("BRAVO").database().console(),
                "replay",
                "--dead-letters=received",
                "--code=GW-302",
                "--reason=limit raised");

        assertThat(replay.status()).as(replay.output()).isZero();
        assertThat(awaitStatus(5, "3 .*")).isEqualTo("3 -");
        assertThat(arrivedAt("BRAVO", "MSGID/HELQUEST/1 DIV/005/")).containsExactly(text);
        assertThat(arrivedAt("CHARLIE", "MSGID/HELQUEST/1 DIV/005/")).containsExactly(text);
        testMesh.assertBalanced("ALPHA");
    }
}
