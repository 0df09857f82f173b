package org.c4igateway.test.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
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
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"));

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    private Mesh mesh = new Mesh("clock");

    ClockSetBackTest(PostgresServer server) {
        this.server = server;
    }

    @BeforeEach
    void startAnHourAhead() throws IOException, SQLException {
        List<Path> found = LIBRARIES.stream().filter(Files::exists).toList();
        assumeTrue(!found.isEmpty(), "libfaketime is not installed: package faketime");
        mesh = logs.show(Mesh.pair("clock", Carrier.DDS, server));
        mesh.node("ALPHA")
                .environment("LD_PRELOAD", found.getFirst().toString())
                .environment("FAKETIME", "+3600")
                .environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
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
