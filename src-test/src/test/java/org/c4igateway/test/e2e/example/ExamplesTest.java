package org.c4igateway.test.e2e.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs of {@code examples} beside two nodes: they submit, publish, and read on through whatever happens. */
@Tag("slow")
class ExamplesTest extends MeshFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Longer than a test waits: what comes, comes by notification. */
    private static final int NEVER_SECONDS = 3_600;

    private static final SubmittedRow MESSAGE = Samples.reliable();

    private final TestMesh testMesh;

    @TempDir
    private Path files;

    ExamplesTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("examples")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.start();
    }

    @ParameterizedTest
    @EnumSource
    void submitPublishAndReadOn(ExampleLanguage language) throws IOException, SQLException {
        try (ExampleReader reader = reader(language)) {
            reader.start(NEVER_SECONDS);
            Path payload = Files.write(files.resolve("payload"), MESSAGE.payload());
            long submitted = language.submit(app("ALPHA"), MESSAGE.topicId(), "BRAVO", payload);
            long published = language.publish(app("ALPHA"), MESSAGE.topicId(), payload);

            awaitSeen(reader, "ALPHA/" + submitted, "ALPHA/" + published);
        }
    }

    @ParameterizedTest
    @EnumSource
    void loseNothingWhenTheReaderIsKilled(ExampleLanguage language) throws IOException, SQLException {
        try (ExampleReader reader = reader(language)) {
            reader.start(NEVER_SECONDS);
            for (int i = 0; i < 4; i++) {
                int before = new HashSet<>(reader.seen()).size();
                testMesh.server("ALPHA").submitAll(Collections.nCopies(300, MESSAGE), "BRAVO");
                await("it reads").atMost(PATIENCE).until(() -> reader.seen().size() > before + 20);
                reader.kill();
                reader.start(NEVER_SECONDS);
            }
            awaitAllSeen(reader);

            assertThat(reader.seen().size() - new HashSet<>(reader.seen()).size())
                    .as("messages that it saw again, one for each kill at most")
                    .isLessThanOrEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void loseNothingWhenTheirSessionEndsOrNotificationsAreLost(ExampleLanguage language)
            throws IOException, SQLException {
        try (ExampleReader reader = reader(language)) {
            reader.start(1);
            testMesh.server("ALPHA").submit(MESSAGE, "BRAVO");
            awaitAllSeen(reader);

            TestDatabase bravo = testMesh.server("BRAVO").database();
            assertThat(bravo.column("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                            + bravo.name() + "' AND usename = 'test_app' AND query LIKE '%FROM c4i.received WHERE%'"))
                    .contains("t");
            testMesh.server("ALPHA").submit(MESSAGE, "BRAVO");
            awaitAllSeen(reader);

            bravo.execute("ALTER TABLE c4i.inbox DISABLE TRIGGER tell_received");
            testMesh.server("ALPHA").submit(MESSAGE, "BRAVO");
            awaitAllSeen(reader);
            bravo.execute("ALTER TABLE c4i.inbox ENABLE TRIGGER tell_received");
        }
    }

    /** Its compiler is in no package registry of this system, so the program is compiled only where it is installed. */
    @Test
    void compileInCSharp() throws IOException, InterruptedException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "dotnet"))),
                "dotnet is not installed");
        Process build = new ProcessBuilder("dotnet", "build", "--output", files.toString())
                .directory(Path.of("..", "examples", "csharp").toFile())
                .inheritIO()
                .start();
        assertThat(build.waitFor()).isZero();
    }

    private ExampleReader reader(ExampleLanguage language) throws IOException {
        assumeTrue(language.launcher().isPresent(), language + " or its driver is not installed");
        return new ExampleReader(language, app("BRAVO"), files.resolve(language + "-" + System.nanoTime()));
    }

    private DatabaseSettings app(String system) {
        return testMesh.server(system).database().appSettings();
    }

    private static void awaitSeen(ExampleReader reader, String... identities) {
        await("seen")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(reader.seen()).contains(identities));
    }

    /** Everything that ALPHA has submitted has been delivered, and seen. */
    private void awaitAllSeen(ExampleReader reader) throws SQLException {
        testMesh.awaitSettled("ALPHA");
        List<String> all = testMesh.server("BRAVO")
                .database()
                .column("SELECT origin_system || '/' || origin_sequence FROM c4i.received ORDER BY received_id");
        awaitSeen(reader, all.toArray(String[]::new));
    }
}
