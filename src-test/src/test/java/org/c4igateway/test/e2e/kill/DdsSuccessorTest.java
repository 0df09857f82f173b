package org.c4igateway.test.e2e.kill;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A killed node's next start is served at once. The lease, which is an hour here, need not end before. */
@Tag("slow")
@Tag("campaign")
class DdsSuccessorTest extends MeshFixture {
    private static final int ROWS = 3_000;
    private static final String[] LONG_LEASE = {"--c4i.transports.dds.lease=1h"};

    private final TestMesh testMesh;
    private int loads;

    DdsSuccessorTest(PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("successor", Middleware.DDS, Middleware.DDS, server));
    }

    @BeforeAll
    void startNodes() {
        testMesh.start(LONG_LEASE);
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
