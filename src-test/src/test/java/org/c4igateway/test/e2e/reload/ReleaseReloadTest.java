package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A running node gets rules that say which labels may go where; one destination by each transport. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ReleaseReloadTest {
    private static final SubmittedRow SECRET = Samples.reliable().withLabel("SECRET REL");
    private static final SubmittedRow OPEN = Samples.reliable().withLabel("EXERCISE");

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;

    ReleaseReloadTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("release")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.DDS, "CHARLIE", Middleware.JMS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.DDS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.JMS))
                .build());
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void endsWhatIsNotReleasedWithAReasonAndDeliversTheRest() throws SQLException {
        testMesh.start();
        ChangedFile alpha = new ChangedFile(testMesh.node("ALPHA").file());
        long before = testMesh.server("ALPHA").submit(SECRET, "BRAVO", "CHARLIE");
        testMesh.awaitSettled("ALPHA");

        alpha.rename(
                alpha.with("release:", "  default: [EXERCISE]", "  destinations: {BRAVO: [EXERCISE, \"SECRET*\"]}"));
        new ReloadRequest(testMesh.httpPort("ALPHA")).awaitNoDifference();
        long secret = testMesh.server("ALPHA").submit(SECRET, "BRAVO", "CHARLIE");
        long open = testMesh.server("ALPHA").submit(OPEN, "BRAVO", "CHARLIE");
        testMesh.expect("ALPHA", secret, "CHARLIE", "rejected");
        testMesh.awaitSettled("ALPHA");

        assertThat(testMesh.server("ALPHA").outcome(before, "CHARLIE").getFirst())
                .isEqualTo("delivered");
        assertThat(testMesh.server("ALPHA").outcome(secret, "BRAVO").getFirst()).isEqualTo("delivered");
        assertThat(testMesh.server("ALPHA").outcome(secret, "CHARLIE"))
                .containsExactly("rejected", "GW-323", "label 'SECRET REL' is not released to CHARLIE");
        assertThat(testMesh.server("ALPHA").outcome(open, "CHARLIE").getFirst()).isEqualTo("delivered");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("ALPHA", "CHARLIE");
        assertThat(testMesh.node("ALPHA").metric("c4i_deliveries_total", "rejected", "GW-323"))
                .isEqualTo(1);
        assertThat(testMesh.server("ALPHA")
                        .database()
                        .column("SELECT code || ' ' || convert_from(payload, 'UTF8') FROM c4i.dead_letter"))
                .singleElement()
                .asString()
                .startsWith("GW-323 ");
    }
}
