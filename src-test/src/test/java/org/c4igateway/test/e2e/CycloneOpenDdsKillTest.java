package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

/** The sender runs on Cyclone DDS, the receiver on OpenDDS. */
@OnOpenDds
class CycloneOpenDdsKillTest extends KillAtEachStep {
    CycloneOpenDdsKillTest(PostgresServer server) {
        super(Carrier.BESIDE_OPENDDS, Carrier.OPENDDS, server);
    }
}
