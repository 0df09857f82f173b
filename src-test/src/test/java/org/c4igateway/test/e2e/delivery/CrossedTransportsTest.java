package org.c4igateway.test.e2e.delivery;

import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each of two systems sends to the other by the transport that the other does not use: receipts go back where rows do
 * not.
 */
@Tag("slow")
class CrossedTransportsTest extends MeshFixture {
    private final TestMesh testMesh;

    CrossedTransportsTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("crossed")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS, "CHARLIE", Middleware.DDS))
                .system("BRAVO", server, Map.of("CHARLIE", Middleware.JMS, "ALPHA", Middleware.DDS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.JMS, "BRAVO", Middleware.DDS))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.start();
    }

    @Test
    void confirmsRowsOverATransportOnWhichNothingIsSentBack() throws SQLException {
        testMesh.server("ALPHA").submitAll(Samples.load(100, 1), "BRAVO", "CHARLIE");
        testMesh.server("BRAVO").submitAll(Samples.load(100, 2), "ALPHA", "CHARLIE");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("ALPHA", "CHARLIE");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        testMesh.assertDelivered("BRAVO", "CHARLIE");
    }

    /** What was in flight over the old transport and is not confirmed goes over the new one; nothing arrives twice. */
    @Test
    void movesADestinationToTheOtherTransport() throws SQLException {
        testMesh.server("ALPHA").submitAll(Samples.load(300, 3), "BRAVO");
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").start("--c4i.destinations[BRAVO]=dds");
        testMesh.server("ALPHA").submitAll(Samples.load(100, 4), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
