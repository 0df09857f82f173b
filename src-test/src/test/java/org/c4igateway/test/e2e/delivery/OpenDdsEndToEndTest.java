package org.c4igateway.test.e2e.delivery;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.OnOpenDds;
import org.junit.jupiter.api.Tag;

@OnOpenDds
@Tag("slow")
class OpenDdsEndToEndTest extends EndToEnd {
    OpenDdsEndToEndTest(PostgresServer server) {
        super(Middleware.OPENDDS, server);
    }
}
