package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.PreviousRelease;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A mesh of the release before, whose nodes and schemas are upgraded one after the other while rows are submitted. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class PreviousReleaseTest {
    private static final String VERSION = "SELECT max(version::int) FROM c4i.schema_history WHERE version IS NOT NULL";
    private static final String[] MIGRATE = {
        "--c4i.database.migrate=true", "--c4i.database.owner-username=postgres", "--c4i.database.owner-password=none"
    };
    private static final int ROWS = 100;
    /** Status of a process that SIGTERM ended. */
    private static final int TERMINATED = 143;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;
    private int seed = 1;

    PreviousReleaseTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void carriesRowsBothWaysWhileOneNodeAfterTheOtherIsUpgraded(Middleware middleware)
            throws SQLException, InterruptedException {
        ClassPathFile before = PreviousRelease.require();
        TestDatabase alpha = database("ALPHA", before, middleware);
        TestDatabase bravo = database("BRAVO", before, middleware);
        TestMesh mesh = logs.show(new TestMesh("upgrade-" + middleware.label())
                .system("ALPHA", alpha, Map.of("BRAVO", middleware))
                .system("BRAVO", bravo, Map.of("ALPHA", middleware))
                .build());
        mesh.release("ALPHA", before).release("BRAVO", before).start();
        submit(mesh);
        settle(mesh);
        long old = bravo.number(VERSION);
        assertThat(old)
                .as("deploy/previous-release names a build with an older schema")
                .isLessThan(SchemaMigrator.VERSION);

        upgrade(mesh, "ALPHA");
        settle(mesh);
        submit(mesh);
        settle(mesh);
        assertThat(alpha.number(VERSION)).isEqualTo(SchemaMigrator.VERSION);
        assertThat(bravo.number(VERSION)).isEqualTo(old);

        upgrade(mesh, "BRAVO");
        submit(mesh);
        settle(mesh);
        assertThat(bravo.number(VERSION)).isEqualTo(SchemaMigrator.VERSION);

        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
    }

    /** A database with the schema of the release before, which a node of it makes. */
    private TestDatabase database(String system, ClassPathFile before, Middleware middleware)
            throws InterruptedException {
        TestDatabase database = server.emptyDatabase();
        NodeFile file = new NodeFile(
                system,
                database.superuser(),
                TestNetwork.port(),
                TestNetwork.port(),
                Map.of("CHARLIE", middleware),
                Map.of("CHARLIE", TestNetwork.port()),
                "schema-" + ProcessHandle.current().pid());
        Path directory = Path.of("target", "e2e", "upgrade-schema-" + middleware.label());
        try (TestNodeProcess node = new TestNodeProcess(directory, system, file, before)) {
            node.start(MIGRATE[0]).awaitActive();
            assertThat(node.terminate()).isIn(0, TERMINATED);
        }
        return database;
    }

    /** Rows are submitted before, between and after: the server of a system does not wait for its node. */
    private void upgrade(TestMesh mesh, String system) throws SQLException, InterruptedException {
        submit(mesh);
        assertThat(mesh.node(system).terminate()).isIn(0, TERMINATED);
        submit(mesh);
        mesh.currentRelease(system).node(system).start(MIGRATE);
        submit(mesh);
        mesh.node("ALPHA").awaitReaches("BRAVO");
        mesh.node("BRAVO").awaitReaches("ALPHA");
    }

    private void submit(TestMesh mesh) throws SQLException {
        mesh.server("ALPHA").submitAll(Samples.load(ROWS, seed++), "BRAVO");
        mesh.server("BRAVO").submitAll(Samples.load(ROWS, seed++), "ALPHA");
    }

    private static void settle(TestMesh mesh) {
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
    }
}
