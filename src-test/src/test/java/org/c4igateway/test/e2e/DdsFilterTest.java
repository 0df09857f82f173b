package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

class DdsFilterTest extends FilteredEndToEnd {
    DdsFilterTest(PostgresServer server) {
        super(Carrier.DDS, server);
    }
}
