package org.c4igateway.test.e2e;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The wall clock of a sender is an hour ahead, and right when the sender starts again; its monotonic clock is right all
 * the time. As on a host that starts with a wrong clock and is then told the time.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ClockSetBackTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    private Mesh mesh = new Mesh("clock");

    ClockSetBackTest(PostgresServer server) {
        this.server = server;
    }

    @BeforeEach
    void startAnHourAhead() throws IOException, SQLException {
        Map<String, String> clock = FakeClock.anHourAhead();
        mesh = logs.show(Mesh.pair("clock", Carrier.DDS, server));
        clock.forEach(mesh.node("ALPHA")::environment);
        mesh.start();
        exchange();
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void hearsASenderThatRestartsWithItsClockSetBack() throws IOException, SQLException {
        mesh.node("ALPHA").kill();
        mesh.node("ALPHA").environment("LD_PRELOAD", "");
        mesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange();
    }

    private void exchange() throws SQLException {
        mesh.server("ALPHA").submit(Samples.reliable().withPrecedence(Draft.ROUTINE), "BRAVO");
        mesh.server("ALPHA").submit(Samples.reliable().withPrecedence(Draft.FLASH), "BRAVO");
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }
}
