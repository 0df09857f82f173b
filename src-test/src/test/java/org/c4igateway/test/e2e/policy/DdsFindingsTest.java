package org.c4igateway.test.e2e.policy;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DdsFindingsTest extends FindingsEndToEnd {
    DdsFindingsTest(PostgresServer server) {
        super(Middleware.DDS, server);
    }
}
