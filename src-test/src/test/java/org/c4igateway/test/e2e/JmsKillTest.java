package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

class JmsKillTest extends KillAtEachStep {
    JmsKillTest(PostgresServer server) {
        super(Carrier.JMS, server);
    }
}
