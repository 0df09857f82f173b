package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.lab.tool.ToolRun;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file system of one side's database server is full for a while. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class FullDiskTest {
    private static final int LOAD = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer other;
    private final Path disk;
    private PostgresServer small;

    FullDiskTest(PostgresServer other, @TempDir Path directory) {
        this.other = other;
        this.disk = directory;
    }

    @BeforeEach
    void startOnASmallFileSystem() throws IOException {
        ToolRun mounted = ToolRun.script("mount -t tmpfs -o size=400m,mode=0777 tmpfs " + disk);
        assumeTrue(mounted.exitStatus() == 0, "mounting a small file system needs root");
        small = PostgresServer.startIn(Files.createDirectory(disk.resolve("data")));
    }

    @AfterEach
    void stop() throws IOException {
        logs.closeAll();
        if (small != null) {
            small.close();
            ToolRun.script("umount " + disk).orThrow("the small file system");
        }
    }

    /** Large rows, so that none of them fits into what is left of a page. */
    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void losesAndDoublesNothingWhenTheDiskOfTheReceiverIsFull(Middleware middleware) throws SQLException, IOException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("full-disk", middleware, other, small)).start();
        SubmittedRow row = Samples.all().stream()
                .filter(sample -> Samples.isReliable(sample.topicId()))
                .max((one, two) -> Integer.compare(one.payload().length, two.payload().length))
                .orElseThrow();
        ToolRun.script("dd if=/dev/zero of=" + disk.resolve("filler") + " bs=64k 2>/dev/null || true")
                .orThrow("filling");

        testMesh.server("ALPHA").submitAll(Collections.nCopies(LOAD, row), "BRAVO");
        await("BRAVO cannot write")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("BRAVO").metric("c4i_database_retries_total", "part=\"inbox\"") > 0);
        assertThat(testMesh.server("ALPHA").pending()).isPositive();

        ToolRun.script("rm " + disk.resolve("filler")).orThrow("making room");

        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }
}
