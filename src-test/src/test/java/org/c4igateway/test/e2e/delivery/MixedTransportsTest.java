package org.c4igateway.test.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.C4iServer.Arrived;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One row goes to BRAVO by JMS and to CHARLIE and DELTA by DDS, whenever its transaction commits. */
@Tag("slow")
class MixedTransportsTest extends MeshFixture {
    private final TestMesh testMesh;

    MixedTransportsTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("mixed")
                .system(
                        "ALPHA",
                        server,
                        Map.of("BRAVO", Middleware.JMS, "CHARLIE", Middleware.DDS, "DELTA", Middleware.DDS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.DDS))
                .system("DELTA", server, Map.of("ALPHA", Middleware.DDS))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.start();
    }

    @Test
    void carriesOneRowToThreeDestinationsByTwoMiddlewares() throws SQLException {
        testMesh.server("ALPHA").submitAll(Samples.load(300, 1), "BRAVO", "CHARLIE", "DELTA");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("ALPHA", "CHARLIE");
        testMesh.assertDelivered("ALPHA", "DELTA");
    }

    /** Both share a sender and a write; the one that is away must not hold up the other. */
    @Test
    void carriesToOneDestinationWhileTheOtherIsAwayAndToThatOneLater() throws SQLException {
        testMesh.node("DELTA").kill();
        testMesh.server("ALPHA").submitAll(Samples.load(300, 2), "CHARLIE", "DELTA");
        await("all reach CHARLIE")
                .atMost(Duration.ofSeconds(30))
                .until(() -> !testMesh.server("ALPHA").states("CHARLIE").containsKey("pending"));
        assertThat(testMesh.server("ALPHA").states("DELTA")).containsEntry("pending", 300L);
        testMesh.node("DELTA").start();
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "CHARLIE");
        testMesh.assertDelivered("ALPHA", "DELTA");
    }

    @Test
    void carriesLateAndOutOfOrderCommits() throws SQLException {
        C4iServer alpha = testMesh.server("ALPHA");
        SubmittedRow submittedRow = Samples.reliable();
        long early;
        long reversed;
        long between;
        try (Connection slow = alpha.database().app();
                Connection slower = alpha.database().app()) {
            slow.setAutoCommit(false);
            slower.setAutoCommit(false);
            early = C4iServer.submit(slow, submittedRow, "BRAVO", "CHARLIE");
            reversed = C4iServer.submit(slower, submittedRow, "BRAVO", "CHARLIE");
            between = alpha.submit(submittedRow, "BRAVO", "CHARLIE");
            awaitDelivered(between);
            assertThat(alpha.outcome(early, "BRAVO")).as("not committed").isEmpty();
            slower.commit();
            awaitDelivered(reversed);
            slow.commit();
        }
        awaitDelivered(early);
        for (String destination : new String[] {"BRAVO", "CHARLIE"}) {
            assertThat(testMesh.server(destination).received())
                    .extracting(Arrived::sequence)
                    .containsSubsequence(between, reversed, early)
                    .doesNotHaveDuplicates();
            for (long overlapping : new long[] {early, reversed, between}) {
                testMesh.expectOverlapping("ALPHA", overlapping, destination);
            }
            testMesh.assertDelivered("ALPHA", destination);
        }
    }

    @Test
    void showsRowsThatHaveNoRouteAndKeepsThem() throws SQLException {
        C4iServer charlie = testMesh.server("CHARLIE");
        long routed = charlie.submit(Samples.reliable(), "ALPHA", "ECHO");
        long unrouted = charlie.submit(Samples.reliable(), "ECHO");
        TestNodeProcess node = testMesh.node("CHARLIE");
        await("the gauge")
                .atMost(Duration.ofSeconds(20))
                .until(() -> node.metric("c4i_unrouted_rows", "destination=\"ECHO\"") == 2);
        assertThat(charlie.outcome(routed, "ALPHA").getFirst()).isIn("delivered", "pending");
        assertThat(charlie.outcome(unrouted, "ECHO").getFirst()).isEqualTo("pending");
        assertThat(node.health()).contains("\"unroutedRows\":{\"ECHO\":2}");
        assertThat(node.log()).contains("rows wait for ECHO, for which this node has no route");
        testMesh.assertBalanced("CHARLIE");
    }

    @Test
    void refusesARowToItsOwnSystem() throws SQLException {
        C4iServer charlie = testMesh.server("CHARLIE");
        long toItself = charlie.submit(Samples.reliable(), "CHARLIE");
        await("its end")
                .atMost(Duration.ofSeconds(20))
                .until(() -> charlie.outcome(toItself, "CHARLIE").getFirst().equals("rejected"));
        assertThat(charlie.outcome(toItself, "CHARLIE")).contains("GW-203");
        testMesh.assertBalanced("CHARLIE");
    }

    @Test
    void answersSupervisorsWithWhatTheNodeKnowsAndNothingElse() {
        TestNodeProcess node = testMesh.node("BRAVO");
        assertThat(node.health("liveness")).contains("\"status\":\"UP\"");
        assertThat(node.health("readiness")).contains("\"status\":\"UP\"");
        assertThat(node.health())
                .contains("\"system\":\"BRAVO\"", "\"peers\":{\"ALPHA\":\"reachable\"}")
                .doesNotContain("diskSpace", "ssl", "ping");
    }

    private void awaitDelivered(long sequence) {
        for (String destination : new String[] {"BRAVO", "CHARLIE"}) {
            await(sequence + " to " + destination)
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> testMesh.server("ALPHA")
                            .outcome(sequence, destination)
                            .getFirst()
                            .equals("delivered"));
        }
    }
}
