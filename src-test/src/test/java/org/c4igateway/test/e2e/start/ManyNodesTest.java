package org.c4igateway.test.e2e.start;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Twenty nodes of one DDS domain on one machine start at the same moment and find each other; then ten of them are
 * killed, and start again at the same moment. They use both processors for nine minutes, so it runs only where nothing
 * else does: with {@code -Dtest.twenty-nodes=true}.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class ManyNodesTest {
    private static final List<String> SYSTEMS =
            IntStream.rangeClosed(1, 20).mapToObj(number -> "N" + number).toList();

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    @Timeout(1_200)
    void findEachOtherAlsoAfterTenWereKilled(PostgresServer server) throws SQLException {
        assumeTrue(
                Boolean.getBoolean("test.twenty-nodes"),
                "twenty nodes need the whole machine for nine minutes; -Dtest.twenty-nodes=true runs them");
        TestMesh testMesh = new TestMesh("many-nodes");
        for (String system : SYSTEMS) {
            testMesh.system(system, server, others(system));
        }
        String domain = "--c4i.transports.dds.domain-id=" + TestNetwork.domain();
        logs.show(testMesh.build()).start(domain);
        eachSendsToAll(testMesh);

        List<String> killed = SYSTEMS.subList(10, 20);
        killed.forEach(system -> testMesh.node(system).kill());
        eachOf(SYSTEMS.subList(0, 10), testMesh);
        killed.forEach(system -> testMesh.node(system).start(domain));
        for (String system : SYSTEMS) {
            testMesh.node(system).awaitReaches(others(system).keySet().toArray(String[]::new));
        }
        eachSendsToAll(testMesh);

        for (String origin : SYSTEMS) {
            for (String destination : others(origin).keySet()) {
                testMesh.assertDelivered(origin, destination);
            }
        }
    }

    private static Map<String, Middleware> others(String system) {
        return SYSTEMS.stream()
                .filter(other -> !other.equals(system))
                .collect(Collectors.toMap(Function.identity(), other -> Middleware.DDS));
    }

    private static void eachSendsToAll(TestMesh testMesh) throws SQLException {
        eachOf(SYSTEMS, testMesh);
        SYSTEMS.forEach(testMesh::awaitSettled);
    }

    private static void eachOf(List<String> systems, TestMesh testMesh) throws SQLException {
        for (String system : systems) {
            testMesh.server(system)
                    .submit(Samples.reliable(), others(system).keySet().toArray(String[]::new));
        }
    }
}
