package org.c4igateway.test.e2e.reload;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("campaign")
class DdsRenewalTest extends RenewedEndToEnd {
    DdsRenewalTest(PostgresServer server) {
        super(Middleware.DDS, server);
    }
}
