package org.c4igateway.test.e2e.outage;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The database server of one side crashes in mid-stream and is started again; the nodes live on. Every process of the
 * server is killed at once, and it recovers from its log, which it writes to disk as in operation (fsync on). The
 * operating system goes on and keeps its buffers: this is no power cut.
 */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class DatabaseOutageTest {
    private static final int LOAD = 1_500;
    private static final String[] SMALL_ROUNDS = {
        "--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200", "--c4i.flow.inbound-batch-rows=40"
    };

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;
    private final PostgresServer mortal = PostgresServer.startDurable();

    DatabaseOutageTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @AfterAll
    void stopServer() {
        mortal.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void losesAndDoublesNothingWhenTheReceiversDatabaseCrashes(Middleware middleware) throws SQLException, IOException {
        crashDuring("ALPHA", "BRAVO", start(middleware), 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void losesAndDoublesNothingWhenTheSendersDatabaseCrashes(Middleware middleware) throws SQLException, IOException {
        crashDuring("BRAVO", "ALPHA", start(middleware), 2);
    }

    /** BRAVO's database is on the server that crashes. */
    private TestMesh start(Middleware middleware) {
        return logs.show(TestMesh.pair("outage", middleware, server, mortal)).start(SMALL_ROUNDS);
    }

    private void crashDuring(String origin, String destination, TestMesh testMesh, int seed)
            throws SQLException, IOException {
        testMesh.server(origin).submitAll(Samples.load(LOAD, seed), destination);
        await("some are confirmed")
                .atMost(Duration.ofSeconds(30))
                .until(() -> testMesh.server(origin).pending() < LOAD);
        mortal.kill();
        mortal.startAgain();
        testMesh.awaitSettled(origin);
        testMesh.assertDelivered(origin, destination);
    }
}
