package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

class JmsEndToEndTest extends EndToEnd {
    JmsEndToEndTest(PostgresServer server) {
        super(Carrier.JMS, server);
    }
}
