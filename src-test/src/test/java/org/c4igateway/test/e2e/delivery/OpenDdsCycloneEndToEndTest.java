package org.c4igateway.test.e2e.delivery;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.OnOpenDds;
import org.junit.jupiter.api.Tag;

/** ALPHA runs on OpenDDS, BRAVO on Cyclone DDS. */
@OnOpenDds
@Tag("slow")
class OpenDdsCycloneEndToEndTest extends EndToEnd {
    OpenDdsCycloneEndToEndTest(PostgresServer server) {
        super(Middleware.OPENDDS, Middleware.BESIDE_OPENDDS, server);
    }
}
