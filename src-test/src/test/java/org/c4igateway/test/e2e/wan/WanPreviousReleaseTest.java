package org.c4igateway.test.e2e.wan;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.test.e2e.mesh.PreviousRelease;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two WAN gateways of the release before, upgraded one after the other while rows are submitted. */
@Tag("slow")
@Tag("campaign")
class WanPreviousReleaseTest extends TwoSites {
    @Test
    void carriesRowsBothWaysWhileOneGatewayAfterTheOtherIsUpgraded()
            throws IOException, SQLException, InterruptedException {
        ClassPathFile before = PreviousRelease.require();
        sites.link().impair(Impairment.ofRate(RATE).withLoss(0.1));
        MeshAccount account = openAccount();
        for (String site : new String[] {"NORTH", "SOUTH"}) {
            sites.release(site, before);
        }
        sites.startGateways(PATIENCE);
        submitBothWays();
        assertDelivered(account, "both gateways of the release before");

        for (String site : new String[] {"NORTH", "SOUTH"}) {
            submitBothWays();
            sites.release(site, TestJava.quickStart());
            submitBothWays();
            sites.startGateway(site, PATIENCE);
            assertDelivered(account, "the gateway of " + site + " upgraded");
        }
    }
}
