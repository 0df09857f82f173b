package org.c4igateway.test.e2e.outage;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.FakeClock;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The wall clock of a sender is an hour ahead, and right when the sender starts again; its monotonic clock is right all
 * the time. So does a host that starts with a wrong clock and then gets the time.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class ClockSetBackTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    private TestMesh testMesh = new TestMesh("clock");

    ClockSetBackTest(PostgresServer server) {
        this.server = server;
    }

    @BeforeEach
    void startAnHourAhead() throws IOException, SQLException {
        Map<String, String> clock = FakeClock.anHourAhead();
        testMesh = logs.show(TestMesh.pair("clock", Middleware.DDS, server));
        clock.forEach(testMesh.node("ALPHA")::environment);
        testMesh.start();
        exchange();
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void hearsASenderThatRestartsWithItsClockSetBack() throws IOException, SQLException {
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").environment("LD_PRELOAD", "");
        testMesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange();
    }

    private void exchange() throws SQLException {
        testMesh.server("ALPHA").submit(Samples.reliable().withPrecedence(SubmittedRow.ROUTINE), "BRAVO");
        testMesh.server("ALPHA").submit(Samples.reliable().withPrecedence(SubmittedRow.FLASH), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
