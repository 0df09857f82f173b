package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;

@OnOpenDds
class OpenDdsBadInputTest extends DdsBadInput {
    OpenDdsBadInputTest(PostgresServer server) {
        super(Carrier.OPENDDS, server);
    }
}
