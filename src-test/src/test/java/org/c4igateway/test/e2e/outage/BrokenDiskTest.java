package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.lab.testbed.disk.LoopDisk;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The disk under the receiver's database server stands still, or loses what it has taken and says so at the fsync. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class BrokenDiskTest {
    private static final int LOAD = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer other;
    private final Path directory;
    private LoopDisk disk;
    private PostgresServer server;

    BrokenDiskTest(PostgresServer other, @TempDir Path directory) {
        this.other = other;
        this.directory = directory;
    }

    @BeforeEach
    void startOnADiskOfItsOwn() throws IOException {
        assumeTrue(LoopDisk.obstacle().isEmpty(), () -> LoopDisk.obstacle().orElse(""));
        disk = LoopDisk.mount(directory, 2_048, 400);
        server = PostgresServer.startDurableIn(Files.createDirectory(disk.path().resolve("data")));
    }

    @AfterEach
    void stop() throws IOException {
        logs.closeAll();
        if (server != null) {
            server.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    private TestMesh start(String name, Middleware middleware) {
        return logs.show(TestMesh.pair(name, middleware, other, server)).start();
    }

    /** The node is killed while its commit waits for the disk: then it is not known whether it has happened. */
    @Test
    void losesAndDoublesNothingWhenTheDiskStandsStill() throws IOException, SQLException {
        TestMesh testMesh = start("stalled-disk", Middleware.DDS);
        TestNodeProcess bravo = testMesh.node("BRAVO");
        disk.freeze();
        try {
            testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
            await("the node has given a commit up")
                    .atMost(PATIENCE)
                    .until(() -> bravo.metric("c4i_database_retries_total", "part=\"inbox\"") > 0);
            assertThat(testMesh.server("ALPHA").pending()).as("nobody confirms").isEqualTo(LOAD);
            bravo.kill();
            bravo.start();
        } finally {
            disk.thaw();
        }

        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** The server does not go on after an fsync that failed: it ends, and recovers when the disk is mended. */
    @Test
    void losesAndDoublesNothingWhenAnFsyncFails() throws IOException, SQLException {
        TestMesh testMesh = start("failed-fsync", Middleware.JMS);
        ProcessHandle postmaster = server.postmaster();
        disk.breakDown();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 2), "BRAVO");
        awaitEnd(postmaster, testMesh);
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 3), "BRAVO");
        assertThat(testMesh.server("ALPHA").pending()).isGreaterThanOrEqualTo(LOAD);

        recover(postmaster, testMesh);
    }

    /** The server says "insufficient privilege" then, which is no reason for a node to end. */
    @Test
    void losesAndDoublesNothingWhenTheDiskTurnsReadOnly() throws IOException, SQLException {
        TestMesh testMesh = start("read-only-disk", Middleware.JMS);
        ProcessHandle postmaster = server.postmaster();
        disk.refuseWrites();
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 4), "BRAVO");
        awaitEnd(postmaster, testMesh);

        recover(postmaster, testMesh);
    }

    private static void awaitEnd(ProcessHandle postmaster, TestMesh testMesh) {
        await("the server ends").atMost(PATIENCE).until(() -> {
            checkpoint(testMesh);
            return !postmaster.isAlive();
        });
    }

    private void recover(ProcessHandle postmaster, TestMesh testMesh) throws IOException, SQLException {
        server.awaitEnd(postmaster);
        disk.mend();
        server.startAgain();

        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** Writes what is in memory, and waits for the disk. */
    private static void checkpoint(TestMesh testMesh) {
        try {
            testMesh.server("BRAVO").database().execute("CHECKPOINT");
        } catch (SQLException | IllegalStateException e) {
            // It has failed, or the server is away.
        }
    }
}
