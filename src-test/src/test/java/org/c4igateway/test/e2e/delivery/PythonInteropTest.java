package org.c4igateway.test.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.interop.PythonPackages;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A DDS application in another language, written from the IDL file alone, reads what a node publishes and publishes
 * what a node receives. Needs python3 with pip and access to a Python package index; otherwise skipped with the reason.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class PythonInteropTest {
    private static final Logger LOG = LoggerFactory.getLogger(PythonInteropTest.class);
    private static final PythonPackages PACKAGES = new PythonPackages(Path.of("target", "python"));
    private static final Path OUTPUT = Path.of("target", "e2e", "python.log");

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void exchangesMessagesWithAnApplicationThatKnowsOnlyTheIdl(PostgresServer server)
            throws IOException, InterruptedException, SQLException {
        String problem = PACKAGES.install();
        if (!problem.isEmpty()) {
            LOG.warn("Skipped: {}", problem);
        }
        assumeTrue(problem.isEmpty(), problem);
        TestMesh testMesh =
                logs.show(TestMesh.pair("python", Middleware.DDS, server)).start();
        SubmittedRow submittedRow = Samples.reliable().withLabel("훈련").withPrecedence(1);
        Path payload = Files.write(Path.of("target", "e2e", "python-payload.mtf"), submittedRow.payload());

        Process python = peer(testMesh.node("ALPHA"), submittedRow.topicId(), payload);
        try {
            await("the application has published")
                    .atMost(Duration.ofSeconds(40))
                    .until(() -> {
                        assertThat(python.isAlive())
                                .as("python ended:%n%s", lines())
                                .isTrue();
                        return lines().contains("PUBLISHED");
                    });
            assertPublishedMessageArrives(testMesh.server("ALPHA"), submittedRow);
            assertNodesMessageIsRead(testMesh, submittedRow);
            assertNodesAreSeen();
        } finally {
            python.destroyForcibly().onExit().join();
            LOG.info("The application wrote:\n{}", String.join("\n", lines()));
        }
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(OUTPUT);
    }

    private void assertPublishedMessageArrives(C4iServer alpha, SubmittedRow submittedRow) {
        await("row of the application")
                .atMost(Duration.ofSeconds(20))
                .until(() -> !alpha.received().isEmpty());
        await().untilAsserted(() -> assertThat(alpha.received()).singleElement().satisfies(row -> {
            assertThat(row.origin()).isEqualTo("PYTHON");
            assertThat(row.sequence()).isEqualTo(1);
            assertThat(row.destinations()).containsExactly("ALPHA");
            assertThat(row.draft()).isEqualTo(submittedRow.withLabel("외부"));
        }));
    }

    private void assertNodesMessageIsRead(TestMesh testMesh, SubmittedRow submittedRow) throws SQLException {
        long sequence = testMesh.server("ALPHA").submit(submittedRow, "BRAVO");
        String expected = "MESSAGE {\"origin\": \"ALPHA\", \"sequence\": " + sequence + ", \"topic\": \""
                + submittedRow.topicId()
                + "\", \"precedence\": 1, \"label\": \"\\ud6c8\\ub828\", \"destinations\": [\"BRAVO\"],"
                + " \"payload\": \"" + HexFormat.of().formatHex(submittedRow.payload()) + "\"}";
        await("the application reads it")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(lines()).contains(expected));
    }

    private static void assertNodesAreSeen() {
        await("the application sees the nodes")
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(lines())
                        .contains(
                                "NODE {\"system\": \"ALPHA\", \"topics\": 270, \"via\": \"\"}",
                                "NODE {\"system\": \"BRAVO\", \"topics\": 270, \"via\": \"\"}"));
    }

    private static Process peer(TestNodeProcess node, String topic, Path payload) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "python3",
                        Path.of("src", "test", "resources", "interop", "dds_peer.py")
                                .toString(),
                        "--domain=" + TestNetwork.sharedDomain(),
                        "--partition=" + node.ddsPartition(),
                        "--read-topic=" + topic,
                        "--write-topic=" + topic,
                        "--destination=ALPHA",
                        "--payload-file=" + payload)
                .redirectErrorStream(true)
                .redirectOutput(OUTPUT.toFile());
        builder.environment().putAll(Map.of("PYTHONPATH", PACKAGES.directory().toString(), "PYTHONUNBUFFERED", "1"));
        return builder.start();
    }
}
