package org.c4igateway.test.e2e.outage;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("campaign")
class JmsLostDatabaseTest extends LostDatabase {
    JmsLostDatabaseTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }
}
