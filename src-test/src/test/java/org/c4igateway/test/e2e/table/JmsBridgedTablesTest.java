package org.c4igateway.test.e2e.table;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("campaign")
class JmsBridgedTablesTest extends BridgedTables {
    JmsBridgedTablesTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }
}
