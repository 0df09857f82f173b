package org.c4igateway.test.e2e.publish;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("campaign")
class DdsNewcomerTest extends NewcomerEndToEnd {
    DdsNewcomerTest(PostgresServer server) {
        super(Middleware.DDS, server);
    }
}
