package org.c4igateway.test.e2e.kill;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A killed node's next start is served at once. The lease, which is an hour here, need not end before. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class DdsSuccessorTest {
    private static final int ROWS = 3_000;
    private static final String[] LONG_LEASE = {"--c4i.transports.dds.lease=1h"};

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;
    private int loads;

    DdsSuccessorTest(PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("successor", Middleware.DDS, Middleware.DDS, server));
    }

    @BeforeAll
    void startNodes() {
        testMesh.start(LONG_LEASE);
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void getsTheRowsThatAKilledReceiverHasNot() throws SQLException {
        testMesh.node("BRAVO").kill();
        submit();
        testMesh.node("BRAVO").start(LONG_LEASE);
        submit();
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void sendsTheRowsThatAKilledSenderHasNot() throws SQLException {
        submit();
        testMesh.node("ALPHA").kill();
        submit();
        testMesh.node("ALPHA").start(LONG_LEASE);
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    private void submit() throws SQLException {
        loads++;
        testMesh.server("ALPHA").submitAll(Samples.load(ROWS, loads), "BRAVO");
    }
}
