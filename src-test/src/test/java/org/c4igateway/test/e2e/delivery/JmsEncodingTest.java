package org.c4igateway.test.e2e.delivery;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class JmsEncodingTest extends EncodedEndToEnd {
    JmsEncodingTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }
}
