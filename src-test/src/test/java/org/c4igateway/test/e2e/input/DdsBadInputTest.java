package org.c4igateway.test.e2e.input;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class DdsBadInputTest extends DdsBadInput {
    DdsBadInputTest(PostgresServer server) {
        super(Middleware.DDS, server);
    }
}
