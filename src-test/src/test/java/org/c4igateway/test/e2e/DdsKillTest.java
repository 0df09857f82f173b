package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

class DdsKillTest extends KillAtEachStep {
    DdsKillTest(PostgresServer server) {
        super(Carrier.DDS, server);
    }
}
