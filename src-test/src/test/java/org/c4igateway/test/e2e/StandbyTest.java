package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
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
    void standbyTakesOverWhenTheActiveNodeDies(Carrier carrier, PostgresServer server) throws SQLException {
        Mesh mesh = logs.show(Mesh.pair("standby", carrier, server)).start(SMALL_ROUNDS);
        NodeProcess second = mesh.secondNode("ALPHA").start(SMALL_ROUNDS).awaitStandby();
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> mesh.server("ALPHA").pending() < LOAD);
        long killed = System.nanoTime();
        mesh.node("ALPHA").kill();
        second.awaitActive();
        LOG.info("{}: standby active {} ms after the kill", carrier, (System.nanoTime() - killed) / 1_000_000);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void nodeThatWakesUpAfterItsReplacementDoublesNothing(PostgresServer server) throws SQLException {
        Mesh mesh = logs.show(Mesh.pair("zombie", Carrier.DDS, server)).start(SMALL_ROUNDS);
        NodeProcess first = mesh.node("ALPHA");
        NodeProcess second = mesh.secondNode("ALPHA").start(SMALL_ROUNDS).awaitStandby();
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> mesh.server("ALPHA").pending() < LOAD);
        first.freeze();
        second.awaitActive();
        mesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");
        first.thaw();
        first.awaitStandby();
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 3), "BRAVO");
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        assertThat(second.health()).contains("\"role\":\"active\"");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void drainedNodeLeavesNothingToSendAgain(Carrier carrier, PostgresServer server)
            throws SQLException, InterruptedException {
        Mesh mesh = logs.show(Mesh.pair("drain", carrier, server)).start(SMALL_ROUNDS);
        mesh.server("ALPHA").submitAll(Samples.load(3 * LOAD, 1), "BRAVO");
        await("some are confirmed").until(() -> mesh.server("ALPHA").pending() < 3 * LOAD);
        assertThat(mesh.node("ALPHA").terminate()).as("128 + SIGTERM").isEqualTo(143);
        long arrived = mesh.server("BRAVO").database().number("SELECT count(*) FROM c4i.inbox");
        assertThat(mesh.server("ALPHA").states("BRAVO").get("delivered"))
                .as("everything that arrived is recorded")
                .isEqualTo(arrived);
        mesh.node("ALPHA").start(SMALL_ROUNDS);
        mesh.awaitSettled("ALPHA");
        assertThat(mesh.server("BRAVO").duplicates()).isZero();
        mesh.assertDelivered("ALPHA", "BRAVO");
    }
}
