package org.c4igateway.test.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The database of one side goes away in mid-stream, as in a power failure, and comes back; the nodes live on. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
class DatabaseOutageTest {
    private static final int LOAD = 1_500;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer mortal = PostgresServer.start();
    private final Mesh mesh;

    DatabaseOutageTest(PostgresServer server) {
        mesh = logs.show(Mesh.pair("outage", Carrier.JMS, server, mortal));
    }

    @BeforeAll
    void startNodes() {
        mesh.start("--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200", "--c4i.flow.inbound-batch-rows=40");
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
        mortal.close();
    }

    @Test
    void losesAndDoublesNothingWhenTheReceiversDatabaseRestarts() throws SQLException, IOException {
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        await("some are confirmed").atMost(Duration.ofSeconds(30)).until(() -> isConfirmed("ALPHA", LOAD));
        mortal.kill();
        mortal.startAgain();
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenTheSendersDatabaseRestarts() throws SQLException, IOException {
        mesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");
        await("some are confirmed").atMost(Duration.ofSeconds(30)).until(() -> isConfirmed("BRAVO", LOAD));
        mortal.kill();
        mortal.startAgain();
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
    }

    private boolean isConfirmed(String system, int submitted) throws SQLException {
        return mesh.server(system).pending() < submitted;
    }
}
