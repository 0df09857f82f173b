package org.c4igateway.test.e2e;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.Tag;

@OnOpenDds
@Tag("slow")
class OpenDdsEndToEndTest extends EndToEnd {
    OpenDdsEndToEndTest(PostgresServer server) {
        super(Middleware.OPENDDS, server);
    }
}
