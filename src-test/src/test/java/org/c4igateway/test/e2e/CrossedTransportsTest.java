package org.c4igateway.test.e2e;

import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each of two systems sends to the other by the transport that the other does not use: receipts go back where rows do
 * not.
 */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class CrossedTransportsTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final Mesh mesh;

    CrossedTransportsTest(PostgresServer server) {
        mesh = logs.show(new Mesh("crossed")
                .system("ALPHA", server, Map.of("BRAVO", Carrier.JMS, "CHARLIE", Carrier.DDS))
                .system("BRAVO", server, Map.of("CHARLIE", Carrier.JMS, "ALPHA", Carrier.DDS))
                .system("CHARLIE", server, Map.of("ALPHA", Carrier.JMS, "BRAVO", Carrier.DDS))
                .build());
    }

    @BeforeAll
    void startNodes() {
        mesh.start();
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void confirmsRowsOverATransportOnWhichNothingIsSentBack() throws SQLException {
        mesh.server("ALPHA").submitAll(Samples.load(100, 1), "BRAVO", "CHARLIE");
        mesh.server("BRAVO").submitAll(Samples.load(100, 2), "ALPHA", "CHARLIE");
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("ALPHA", "CHARLIE");
        mesh.assertDelivered("BRAVO", "ALPHA");
        mesh.assertDelivered("BRAVO", "CHARLIE");
    }

    /** What was in flight over the old transport and is not confirmed goes over the new one; nothing arrives twice. */
    @Test
    void movesADestinationToTheOtherTransport() throws SQLException {
        mesh.server("ALPHA").submitAll(Samples.load(300, 3), "BRAVO");
        mesh.node("ALPHA").kill();
        mesh.node("ALPHA").start("--c4i.destinations[BRAVO]=dds");
        mesh.server("ALPHA").submitAll(Samples.load(100, 4), "BRAVO");
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }
}
