package org.c4igateway.test.e2e.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two nodes beside one database: one serves, the other takes over. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class StandbyTest {
    private static final Logger LOG = LoggerFactory.getLogger(StandbyTest.class);
    private static final int LOAD = 600;
    private static final String[] SMALL_ROUNDS = {"--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200"};

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void standbyTakesOverWhenTheActiveNodeDies(Middleware middleware, PostgresServer server) throws SQLException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("standby", middleware, server)).start(SMALL_ROUNDS);
        TestNodeProcess second =
                testMesh.secondNode("ALPHA").start(SMALL_ROUNDS).awaitStandby();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> testMesh.server("ALPHA").pending() < LOAD);
        long killed = System.nanoTime();
        testMesh.node("ALPHA").kill();
        second.awaitActive();
        LOG.info("{}: standby active {} ms after the kill", middleware, (System.nanoTime() - killed) / 1_000_000);
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void nodeThatWakesUpAfterItsReplacementDoublesNothing(PostgresServer server) throws SQLException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("zombie", Middleware.DDS, server)).start(SMALL_ROUNDS);
        TestNodeProcess first = testMesh.node("ALPHA");
        TestNodeProcess second =
                testMesh.secondNode("ALPHA").start(SMALL_ROUNDS).awaitStandby();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> testMesh.server("ALPHA").pending() < LOAD);
        first.freeze();
        second.awaitActive();
        testMesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");
        first.thaw();
        first.awaitStandby();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 3), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        assertThat(second.health()).contains("\"role\":\"active\"");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void drainedNodeLeavesNothingToSendAgain(Middleware middleware, PostgresServer server)
            throws SQLException, InterruptedException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("drain", middleware, server)).start(SMALL_ROUNDS);
        testMesh.server("ALPHA").submitAll(Samples.load(3 * LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> testMesh.server("ALPHA").pending() < 3 * LOAD);
        assertThat(testMesh.node("ALPHA").terminate()).as("128 + SIGTERM").isEqualTo(143);
        long arrived = testMesh.server("BRAVO").database().number("SELECT count(*) FROM c4i.inbox");
        assertThat(testMesh.server("ALPHA").states("BRAVO").get("delivered"))
                .as("everything that arrived is recorded")
                .isEqualTo(arrived);
        testMesh.node("ALPHA").start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");
        assertThat(testMesh.server("BRAVO").duplicates()).isZero();
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
