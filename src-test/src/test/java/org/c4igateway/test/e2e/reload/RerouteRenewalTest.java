package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A destination of a running node goes by the other transport, and back again, while rows flow. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class RerouteRenewalTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;

    RerouteRenewalTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("reroute-renewal")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS, "CHARLIE", Middleware.DDS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS, "CHARLIE", Middleware.DDS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.DDS))
                .build());
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void movesADestinationThereAndBackWhileRowsFlow() throws SQLException {
        testMesh.start();
        ChangedFile alpha = new ChangedFile(testMesh.node("ALPHA").file());
        RowStream bravo = new RowStream(testMesh.server("ALPHA"), "BRAVO", 1);
        RowStream charlie = new RowStream(testMesh.server("ALPHA"), "CHARLIE", 2);
        bravo.awaitMore();

        String route = "\"[BRAVO]\": jms";
        assertThat(alpha.text()).contains(route);
        alpha.rename(alpha.text().replace(route, "\"[BRAVO]\": dds"));
        awaitRenewals(1);
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
        assertThat(testMesh.node("ALPHA").metric("c4i_peer_reachable", "BRAVO", "\"jms\""))
                .isZero();
        bravo.awaitMore();
        charlie.awaitMore();
        alpha.rename(alpha.text());
        awaitRenewals(2);
        bravo.awaitMore();
        bravo.end();
        charlie.end();
        testMesh.awaitSettled("ALPHA");

        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("ALPHA", "CHARLIE");
    }

    private void awaitRenewals(int count) {
        await("the path is renewed")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("ALPHA").metric("c4i_configuration_reloads_total", "applied") == count);
    }
}
