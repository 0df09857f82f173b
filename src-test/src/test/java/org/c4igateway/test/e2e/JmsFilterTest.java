package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

class JmsFilterTest extends FilteredEndToEnd {
    JmsFilterTest(PostgresServer server) {
        super(Carrier.JMS, server);
    }
}
