package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

/** ALPHA runs on OpenDDS, BRAVO on Cyclone DDS. */
@OnOpenDds
class OpenDdsCycloneEndToEndTest extends EndToEnd {
    OpenDdsCycloneEndToEndTest(PostgresServer server) {
        super(Carrier.OPENDDS, Carrier.BESIDE_OPENDDS, server);
    }
}
