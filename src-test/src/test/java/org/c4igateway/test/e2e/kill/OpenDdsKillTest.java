package org.c4igateway.test.e2e.kill;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.OnOpenDds;
import org.junit.jupiter.api.Tag;

@OnOpenDds
@Tag("slow")
@Tag("campaign")
class OpenDdsKillTest extends KillAtEachStep {
    OpenDdsKillTest(PostgresServer server) {
        super(Middleware.OPENDDS, server);
    }
}
