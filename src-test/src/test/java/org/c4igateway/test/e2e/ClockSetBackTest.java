package org.c4igateway.test.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The wall clock of a sender is an hour ahead and is set back; its monotonic clock runs on. As on a host that starts with a wrong
 * clock and is then told the time.
 */
@ExtendWith(PostgresExtension.class)
class ClockSetBackTest {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"));

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    @TempDir
    private Path directory;

    private Mesh mesh = new Mesh("clock");

    ClockSetBackTest(PostgresServer server) {
        this.server = server;
    }

    @BeforeEach
    void startAnHourAhead() throws IOException, SQLException {
        List<Path> found = LIBRARIES.stream().filter(Files::exists).toList();
        assumeTrue(!found.isEmpty(), "libfaketime is not installed: package faketime");
        mesh = logs.show(Mesh.pair("clock", Carrier.DDS, server));
        setClock("+3600");
        mesh.node("ALPHA")
                .environment("LD_PRELOAD", found.getFirst().toString())
                .environment("FAKETIME_TIMESTAMP_FILE", clock().toString())
                .environment("FAKETIME_NO_CACHE", "1")
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
        setClock("+0");
        mesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange();
    }

    @Test
    void hearsASenderWhoseClockIsSetBackWhileItRuns() throws IOException, SQLException {
        setClock("+0");

        exchange();
    }

    @Test
    void hearsASenderWhoseClockIsSetBackBeforeTheReceiverRestarts() throws IOException, SQLException {
        setClock("+0");
        mesh.node("BRAVO").kill();
        mesh.node("BRAVO").start().awaitReaches("ALPHA");

        exchange();
    }

    private void exchange() throws SQLException {
        mesh.server("ALPHA").submit(Samples.reliable().withPrecedence(Draft.ROUTINE), "BRAVO");
        mesh.server("ALPHA").submit(Samples.reliable().withPrecedence(Draft.FLASH), "BRAVO");
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    private Path clock() {
        return directory.resolve("clock");
    }

    private void setClock(String offsetSeconds) throws IOException {
        Path next = directory.resolve("clock.next");
        Files.writeString(next, offsetSeconds + "\n");
        Files.move(next, clock(), StandardCopyOption.REPLACE_EXISTING);
    }
}
