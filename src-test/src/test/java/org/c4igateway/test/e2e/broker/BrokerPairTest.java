package org.c4igateway.test.e2e.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.broker.BrokerPair;
import org.c4igateway.lab.testbed.broker.BrokerPair.Role;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes on an external pair of brokers, of which the one that serves dies while rows flow; then the other, when the
 * first is back.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class BrokerPairTest {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerPairTest.class);
    private static final int LOAD = 1_500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final BrokerPair brokers;

    BrokerPairTest() throws IOException {
        Path logs = Files.createDirectories(Path.of("target", "e2e"));
        brokers = BrokerPair.prepare(
                Files.createTempDirectory(logs, "brokers"),
                NodePlace.loopback(),
                Map.of(Role.PRIMARY, TestNetwork.port(), Role.BACKUP, TestNetwork.port()),
                new BrokerPair.Users(List.of("ALPHA", "BRAVO"), NodeFile.MESH_PASSWORD),
                TestJava.quickStart());
    }

    @AfterEach
    void stopAll() {
        logs.closeAll();
        brokers.close();
    }

    @Test
    void losesAndDoublesNothingWhenTheServingBrokerDiesOnEitherSide(PostgresServer server)
            throws SQLException, IOException, InterruptedException {
        brokers.start();
        TestMesh testMesh = logs.show(TestMesh.pair("brokers", Middleware.JMS, server))
                .start(
                        "--c4i.transports.jms.external-url=" + brokers.externalUrl(),
                        "--c4i.flow.fetch-rows=40",
                        "--c4i.flow.max-in-flight-rows=200");
        flow(testMesh, 1);
        long killed = System.nanoTime();
        brokers.process(Role.PRIMARY).kill();
        long sequence = testMesh.server("ALPHA").submit(Samples.reliable().withPrecedence(SubmittedRow.FLASH), "BRAVO");
        await("backup serves")
                .atMost(PATIENCE)
                .until(() -> brokers.process(Role.BACKUP).serves());
        long served = System.nanoTime();
        await("a row that never saw the dead broker is delivered")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA")
                        .outcome(sequence, "BRAVO")
                        .getFirst()
                        .equals("delivered"));
        LOG.info(
                "pair of brokers: backup serves {} ms after the kill, first delivery through it after {} ms",
                (served - killed) / 1_000_000,
                (System.nanoTime() - killed) / 1_000_000);
        assertDelivered(testMesh);

        flow(testMesh, 2);
        brokers.process(Role.PRIMARY).start();
        brokers.process(Role.BACKUP).kill();
        await("primary serves again")
                .atMost(PATIENCE)
                .until(() -> brokers.process(Role.PRIMARY).serves());
        assertDelivered(testMesh);
        for (Role role : Role.values()) {
            assertThat(Files.readString(brokers.process(role).log()))
                    .contains(" INFO ")
                    .doesNotContain(" DEBUG ");
        }
        LOG.info(
                "pair of brokers: sent again and recognised: {} of ALPHA's rows, {} of BRAVO's, of {} each",
                testMesh.server("BRAVO").duplicates(),
                testMesh.server("ALPHA").duplicates(),
                2 * LOAD);
    }

    /** Leaves with rows on their way in both directions. */
    private static void flow(TestMesh testMesh, int seed) throws SQLException {
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, seed), "BRAVO");
        testMesh.server("BRAVO").submitAll(Samples.load(LOAD, seed + 10), "ALPHA");
        await("some are confirmed")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").pending() < LOAD
                        && testMesh.server("BRAVO").pending() < LOAD);
    }

    private static void assertDelivered(TestMesh testMesh) throws SQLException {
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
    }
}
