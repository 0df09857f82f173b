package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Tag("campaign")
class DdsRenewalTest extends RenewedEndToEnd {
    DdsRenewalTest(PostgresServer server) {
        super(Middleware.DDS, server);
    }

    /** BRAVO leaves the partition of the domain first; rows wait until ALPHA follows. */
    @Test
    void takesOverAnotherPartitionOfTheDomainWhileRowsFlow() throws SQLException {
        mesh().start();
        RowStream there = new RowStream(mesh().server("ALPHA"), "BRAVO", 5);
        RowStream back = new RowStream(mesh().server("BRAVO"), "ALPHA", 6);
        there.awaitMore();

        renew("BRAVO", () -> bravo().rename(elsewhere(bravo())));
        renew("ALPHA", () -> alpha().rename(elsewhere(alpha())));
        mesh().node("ALPHA").awaitReaches("BRAVO");
        there.awaitMore();
        there.end();
        back.end();
        mesh().awaitSettled("ALPHA");
        mesh().awaitSettled("BRAVO");

        mesh().assertDelivered("ALPHA", "BRAVO");
        mesh().assertDelivered("BRAVO", "ALPHA");
    }

    private String elsewhere(ChangedFile file) {
        String before = "partition: " + mesh().node("ALPHA").ddsPartition();
        assertThat(file.text()).contains(before);
        return file.text().replace(before, before + "-elsewhere");
    }
}
