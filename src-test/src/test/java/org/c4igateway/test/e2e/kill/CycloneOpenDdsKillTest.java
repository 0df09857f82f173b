package org.c4igateway.test.e2e.kill;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.OnOpenDds;
import org.junit.jupiter.api.Tag;

/** The sender runs on Cyclone DDS, the receiver on OpenDDS. */
@OnOpenDds
@Tag("slow")
@Tag("campaign")
class CycloneOpenDdsKillTest extends KillAtEachStep {
    CycloneOpenDdsKillTest(PostgresServer server) {
        super(Middleware.BESIDE_OPENDDS, Middleware.OPENDDS, server);
    }
}
