package org.c4igateway.test.e2e.outage;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A dump of a database is under way, and holds all its tables, when its node wants to make partitions. */
@Tag("slow")
class OpenDumpTest extends MeshFixture {
    private final TestMesh testMesh;

    OpenDumpTest(PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("dump", Middleware.JMS, server));
    }

    @Test
    void sendsOnWhileADumpKeepsPartitionsFromBeingMade() throws SQLException {
        // The schema comes with a week of them; a node makes two.
        try (Connection dump = testMesh.server("ALPHA").database().owner();
                Statement statement = dump.createStatement()) {
            dump.setAutoCommit(false);
            statement.execute("LOCK TABLE c4i.outbox, c4i.delivery, c4i.inbox IN ACCESS SHARE MODE");
            testMesh.start();
            await("the node finds the table in use")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> testMesh.node("ALPHA").log().matches("(?s).*Tidied: .*outbox_\\d{8}=missing.*"));

            await("health says so")
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> testMesh.node("ALPHA").health().contains("\"partitionDaysAhead\":"));
            testMesh.server("ALPHA").submitAll(Samples.load(200, 1), "BRAVO");
            testMesh.server("BRAVO").submitAll(Samples.load(200, 2), "ALPHA");

            testMesh.awaitSettled("ALPHA");
            testMesh.awaitSettled("BRAVO");
            testMesh.assertDelivered("ALPHA", "BRAVO");
            testMesh.assertDelivered("BRAVO", "ALPHA");
        }
    }
}
