package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Tag;

@Tag("slow")
@Tag("campaign")
class JmsBridgedTablesTest extends BridgedTables {
    JmsBridgedTablesTest(PostgresServer server) {
        super(Middleware.JMS, server);
    }
}
