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
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A running node gets a further destination by an edit of its file. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class DdsDestinationReloadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;

    DdsDestinationReloadTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("destination-reload")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.DDS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.DDS))
                .system("GOLF", server, Map.of("ALPHA", Middleware.DDS))
                .build());
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void sendsWhatWaitedForItAndNothingMoreWhenItIsTakenAway() throws SQLException {
        testMesh.start();
        ChangedFile alpha = new ChangedFile(testMesh.node("ALPHA").file());
        testMesh.server("ALPHA").submitAll(Samples.load(300, 31), "BRAVO", "GOLF");
        await("rows for GOLF wait")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").pending() == 300);

        String route = "    \"[BRAVO]\": dds\n";
        alpha.rename(alpha.text().replace(route, route + "    \"[GOLF]\": dds\n"));
        testMesh.server("ALPHA").submitAll(Samples.load(300, 32), "BRAVO", "GOLF");
        testMesh.node("ALPHA").awaitReaches("GOLF");
        testMesh.awaitSettled("ALPHA");

        testMesh.assertDelivered("ALPHA", "GOLF");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        assertThat(testMesh.node("ALPHA").log()).contains("c4i.destinations.GOLF: (none) -> dds (applied)");

        // GOLF has announced what it subscribes to before ALPHA's file named it.
        testMesh.server("ALPHA")
                .database()
                .execute("SELECT c4i.publish_text('%s', 1, E'MSGID/HELQUEST/9 SF BDE//\\n', NULL, 'to all')"
                        .formatted(Samples.reliable().topicId()));
        await("what is published comes to GOLF, too")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(testMesh.server("GOLF")
                                .database()
                                .column("SELECT label FROM c4i.received WHERE label = 'to all'"))
                        .as(String.valueOf(testMesh.server("ALPHA")
                                .database()
                                .column("SELECT 'subscriber ' || system || ' ' || pattern FROM c4i.subscriber UNION ALL"
                                        + " SELECT 'publication ' || state || destinations::text FROM c4i.publication_status UNION ALL"
                                        + " SELECT concat_ws(' ', destination, state, code, detail) FROM c4i.delivery_status"
                                        + " WHERE destination = 'GOLF' AND state <> 'delivered'")))
                        .hasSize(1));

        alpha.rename(alpha.text());
        await("it is no destination")
                .atMost(PATIENCE)
                .until(() -> !testMesh.node("ALPHA").health().contains("\"GOLF\":"));
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        testMesh.server("ALPHA").submitAll(Samples.load(50, 33), "GOLF");
        testMesh.server("ALPHA").submitAll(Samples.load(50, 34), "BRAVO");
        await("rows for GOLF wait")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").pending() == 50);
        assertThat(testMesh.node("ALPHA").metric("c4i_peer_reachable", "GOLF")).isZero();

        alpha.rename(alpha.text().replace(route, route + "    \"[GOLF]\": dds\n"));
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "GOLF");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
