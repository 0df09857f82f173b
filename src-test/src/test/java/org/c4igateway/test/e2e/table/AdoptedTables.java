package org.c4igateway.test.e2e.table;

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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The guide of adopted tables, as it stands there: ALPHA's server knows nothing but its own tables, BRAVO's submits and
 * reads by the SQL of the gateway. The same over every middleware.
 */
@Tag("slow")
abstract class AdoptedTables extends MeshFixture {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path EXAMPLE = DOCS.resolve("examples").resolve("legacy");
    private static final Pattern BLOCK = Pattern.compile("```(yaml|sql)\n(.*?)```", Pattern.DOTALL);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROWS = 300;

    private final TestMesh testMesh;

    AdoptedTables(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("adopted", carrier, server));
    }

    @BeforeAll
    void adoptAndStart() throws SQLException, IOException {
        alpha().execute(Files.readString(EXAMPLE.resolve("schema.sql")));
        String map = EXAMPLE.resolve("map.yaml").toString();
        CommandLineRun check = CommandLineRun.of(alpha().superuser(), "adopt", "--check", map);
        assertThat(check.status()).as(check.output()).isZero();
        assertThat(check.output()).contains("The mapping fits").contains("0 of 2 triggers are installed");
        CommandLineRun adoption = CommandLineRun.of(alpha().superuser(), "adopt", map);
        assertThat(adoption.status()).as(adoption.output()).isZero();
        alpha().execute(adoption.output());
        testMesh.start();
    }

    private TestDatabase alpha() {
        return testMesh.server("ALPHA").database();
    }

    /** Runs statements as the server of ALPHA, which has no right but in its own tables. */
    private void asLegacyServer(String... statements) throws SQLException {
        try (Connection connection = alpha().owner();
                Statement statement = connection.createStatement()) {
            statement.execute("SET ROLE legacy_app");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> blocks(String page, String language) throws IOException {
        Matcher matcher = BLOCK.matcher(Files.readString(DOCS.resolve(page)));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    @Test
    void showsTheSameExampleInBothLanguages() throws IOException {
        assertThat(blocks("adopt.md", "yaml"))
                .containsExactly(
                        Files.readString(EXAMPLE.resolve("map.yaml")),
                        Files.readString(EXAMPLE.resolve("bridge.yaml")),
                        Files.readString(
                                DOCS.resolve("examples").resolve("cp949").resolve("map.yaml")));
        assertThat(blocks("adopt.ko.md", "yaml")).isEqualTo(blocks("adopt.md", "yaml"));
        assertThat(blocks("adopt.ko.md", "sql")).hasSize(2).isEqualTo(blocks("adopt.md", "sql"));
    }

    @Test
    void carriesWhatTheStatementsOfTheGuideWriteAndRead() throws IOException, SQLException {
        List<String> sql = blocks("adopt.md", "sql");
        asLegacyServer(sql.getFirst());
        await("the row of the guide")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("BRAVO").received().stream()
                        .map(row -> row.draft().topicId() + " " + row.draft().precedence() + " "
                                + new String(row.draft().payload(), StandardCharsets.UTF_8))
                        .anyMatch("A004 0 MSGID/HELQUEST/1 DIV/0001/NOV//\n"::equals));

        byte[] text = "MSGID/SITREP/2 DIV/0002/NOV//\nGENTEXT/REMARKS/적 전차 3대//\n".getBytes(StandardCharsets.UTF_8);
        testMesh.server("BRAVO").submit(new SubmittedRow("J095", SubmittedRow.ROUTINE, text), "ALPHA");
        testMesh.awaitSettled("BRAVO");
        String read = sql.getLast().strip().replace(";", "");
        assertThat(alpha().column("SELECT concat_ws('|', from_unit, kind, urgency, status, body) FROM (" + read
                        + ") AS r"))
                .contains("2|23|1|50|" + new String(text, StandardCharsets.UTF_8));
    }

    @Test
    void losesAndDoublesNothingInEitherTableWhenBothNodesDie() throws SQLException {
        long before = testMesh.server("BRAVO").received().size();
        List<String> expected = new ArrayList<>();
        for (int n = 0; n < ROWS; n++) {
            String body = "MSGID/HELQUEST/3 DIV/" + n + "/NOV//";
            expected.add(body);
            asLegacyServer(
                    "INSERT INTO legacy.tx_message (unit_no, to_unit, kind, urgency, status, body) VALUES (3, 2, 17, "
                            + n % 10 + ", 20, '" + body + "')");
            if (n == ROWS / 3) {
                await("some have arrived")
                        .atMost(PATIENCE)
                        .until(() -> testMesh.server("BRAVO").received().size() > before);
                testMesh.node("ALPHA").kill();
                testMesh.node("ALPHA").start();
            }
        }
        List<SubmittedRow> load = LongStream.range(0, ROWS)
                .mapToObj(n -> new SubmittedRow(
                        "A004",
                        (int) (n % 4),
                        ("MSGID/HELQUEST/4 DIV/" + n + "/NOV//").getBytes(StandardCharsets.UTF_8)))
                .toList();
        testMesh.server("BRAVO").submitAll(load, "ALPHA");
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").start();
        testMesh.node("BRAVO").kill();
        testMesh.node("BRAVO").start();
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");

        assertThat(testMesh.server("BRAVO").received().stream()
                        .map(row -> new String(row.draft().payload(), StandardCharsets.UTF_8))
                        .filter(body -> body.startsWith("MSGID/HELQUEST/3 DIV/")))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(alpha().column("SELECT body FROM legacy.rx_message WHERE body LIKE 'MSGID/HELQUEST/4 DIV/%'"))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, ROWS)
                        .mapToObj(n -> "MSGID/HELQUEST/4 DIV/" + n + "/NOV//")
                        .toList());
        testMesh.assertDelivered("BRAVO", "ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
