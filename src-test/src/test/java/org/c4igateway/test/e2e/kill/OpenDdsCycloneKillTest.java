package org.c4igateway.test.e2e.kill;

import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.OnOpenDds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

/** The sender runs on OpenDDS, the receiver on Cyclone DDS. */
@OnOpenDds
@EnabledIf(
        value = "org.c4igateway.test.e2e.mesh.OpenDdsRelease#exchangesFreelyWithCyclone",
        disabledReason = "DDS_ROOT names a release on which this fails, see docs/opendds.md")
@Tag("slow")
@Tag("campaign")
class OpenDdsCycloneKillTest extends KillAtEachStep {
    OpenDdsCycloneKillTest(PostgresServer server) {
        super(Middleware.OPENDDS, Middleware.BESIDE_OPENDDS, server);
    }
}
