package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.PythonProcess;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One program of another language binding joins the domain with a thousand participants and is killed. Urgent rows
 * are delivered meanwhile, and what the node remembers of them is bounded and forgotten.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class CrowdedDomainTest {
    private static final Logger LOG = LoggerFactory.getLogger(CrowdedDomainTest.class);
    private static final int PARTICIPANTS = 1_000;
    private static final int ROUND = 100;
    private static final long MOST_BYTES = 300_000_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SubmittedRow URGENT = Samples.reliable().withPrecedence(SubmittedRow.FLASH);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    @BeforeEach
    void requirePython() throws InterruptedException {
        String problem = PythonProcess.PACKAGES.install();
        assumeTrue(problem.isEmpty(), problem);
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    @Timeout(900)
    void carriesUrgentRowsMeanwhile(PostgresServer server) throws SQLException, IOException {
        TestMesh testMesh = logs.show(TestMesh.pair("crowded-domain", Middleware.DDS, server));
        testMesh.start();
        long before = (long) ProcessMemory.resident(testMesh.node("ALPHA").pid());
        try (PythonProcess crowd = PythonProcess.start(
                directory.resolve("crowd"), "crowd_peer.py", Integer.toString(TestNetwork.sharedDomain()))) {
            for (int participants = ROUND; participants <= PARTICIPANTS; participants += ROUND) {
                long start = System.nanoTime();
                crowd.tell("open " + ROUND);
                crowd.awaitLine("OPEN " + participants);
                long opened = System.nanoTime();
                testMesh.server("ALPHA").submit(URGENT, "BRAVO");
                testMesh.awaitSettled("ALPHA");
                LOG.info(
                        "{} participants: opened in {} ms, row in {} ms, ALPHA {} MB",
                        participants,
                        (opened - start) / 1_000_000,
                        (System.nanoTime() - opened) / 1_000_000,
                        (long) ProcessMemory.resident(testMesh.node("ALPHA").pid()) / 1_000_000);
            }
            await("ALPHA sees them")
                    .atMost(PATIENCE)
                    .until(() -> testMesh.node("ALPHA").metric("c4i_dds_participants", "vendor") >= PARTICIPANTS);
        }
        await("they are forgotten")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("ALPHA").metric("c4i_dds_participants", "vendor") < ROUND);
        testMesh.server("ALPHA").submit(URGENT, "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        long grown = (long) ProcessMemory.resident(testMesh.node("ALPHA").pid()) - before;
        LOG.info("{} bytes more after all, {} before", grown, before);
        assertThat(grown).as("memory of ALPHA").isLessThan(MOST_BYTES);
    }
}
