package org.c4igateway.test.e2e.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.fault.KillPoint;
import org.c4igateway.lab.tool.ToolRun;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that run out of memory or of file descriptors while rows are under way. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class LimitsTest {
    private static final int LOAD = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** With what the JVM ends at {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final int OUT_OF_MEMORY = 3;

    /** What is open stays open, and nothing more can be. */
    private static final String NONE = "10";

    private static final String ENOUGH = "4096";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    LimitsTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(names = {"SENT", "INBOX_COMMITTED"})
    void losesAndDoublesNothingWhenANodeRunsOutOfMemoryAt(KillPoint point, @TempDir Path directory) throws Exception {
        TestMesh testMesh =
                logs.show(TestMesh.pair("memory", Middleware.JMS, server)).start();
        TestNodeProcess victim = testMesh.node(point.side() == KillPoint.Side.SENDER ? "ALPHA" : "BRAVO");
        victim.kill();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");

        victim.start("--fault-memory=" + point + ":1:" + directory.resolve("reached"));

        assertThat(victim.awaitExit()).as("a supervisor starts it again").isEqualTo(OUT_OF_MEMORY);
        assertThat(directory.resolve("reached")).exists();
        victim.start();
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @ParameterizedTest
    @EnumSource(names = "JMS")
    void goesOnOnceItHasFileDescriptorsAgain(Middleware middleware) throws Exception {
        TestMesh testMesh =
                logs.show(TestMesh.pair("descriptors", middleware, server)).start();
        TestNodeProcess bravo = testMesh.node("BRAVO");
        limitDescriptors(bravo, NONE);
        testMesh.node("ALPHA").kill();
        testMesh.server("BRAVO")
                .database()
                .execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND pid <> pg_backend_pid() AND backend_type = 'client backend'");
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 2), "BRAVO");
        testMesh.node("ALPHA").start();
        await("BRAVO feels it").atMost(PATIENCE).until(() -> bravo.log().contains("Too many open files"));

        limitDescriptors(bravo, ENOUGH);

        testMesh.awaitSettled("ALPHA");
        assertThat(bravo.isAlive()).isTrue();
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    private static void limitDescriptors(TestNodeProcess node, String most) throws IOException {
        ToolRun.script("prlimit --pid " + node.pid() + " --nofile=" + most + ":" + ENOUGH)
                .orThrow("the limit of files");
    }
}
