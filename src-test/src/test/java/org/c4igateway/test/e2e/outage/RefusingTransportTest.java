package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A node whose transport refuses every message ends every row, keeps its ledger balanced and delivers nothing. What the
 * fault tests assert must not hold then.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class RefusingTransportTest {
    private static final int LOAD = 50;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void isReportedRowByRowByWhatTheFaultTestsAssert(PostgresServer server) throws SQLException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("refusal", Middleware.JMS, server)).start("--fault-refusal=true");
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertBalanced("ALPHA");
        assertThat(testMesh.server("ALPHA").states("BRAVO")).isEqualTo(Map.of("rejected", (long) LOAD));

        assertThatThrownBy(() -> testMesh.assertDelivered("ALPHA", "BRAVO"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("{WRONG_STATE=" + LOAD + "}")
                .hasMessageContaining("is rejected (GW-")
                .hasMessageContaining("a test has every message refused");
    }
}
