package org.c4igateway.test.e2e.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The primary of one side's database is killed and its standby is promoted, one that each commit waited for or one that
 * lagged; the node goes on there.
 */
@ExtendWith(PostgresExtension.class)
@DisabledIfSystemProperty(named = "test.postgres", matches = ".+", disabledReason = "a named server has no standby")
@Tag("slow")
@Tag("campaign")
class DatabaseFailoverTest {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFailoverTest.class);
    private static final int LOAD = 1_500;
    /** More than a sequence writes to the log in advance. */
    private static final int LOST = 100;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer pair = PostgresServer.startWithStandby();

    @AfterEach
    void stopAll() {
        logs.closeAll();
        pair.close();
    }

    @Test
    void losesAndDoublesNothingWhenTheStandbyIsPromoted(PostgresServer other) throws SQLException, IOException {
        TestMesh testMesh = logs.show(TestMesh.pair("failover", Middleware.JMS, pair, other))
                .start(
                        "--c4i.flow.fetch-rows=40",
                        "--c4i.flow.max-in-flight-rows=200",
                        "--c4i.flow.inbound-batch-rows=40");
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        testMesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");
        await("some are confirmed")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").pending() < LOAD
                        && testMesh.server("BRAVO").pending() < LOAD);
        pair.kill();
        long dead = System.nanoTime();
        pair.promoteStandby();
        long promoted = System.nanoTime();
        long sequence = testMesh.server("ALPHA").submit(Samples.reliable().withPrecedence(SubmittedRow.FLASH), "BRAVO");
        await("a row that only the new primary knows is delivered")
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA")
                        .outcome(sequence, "BRAVO")
                        .getFirst()
                        .equals("delivered"));
        LOG.info(
                "failover of the database: promotion {} ms, first delivery recorded {} ms after its begin",
                (promoted - dead) / 1_000_000,
                (System.nanoTime() - dead) / 1_000_000);
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        assertThat(testMesh.server("ALPHA").database().number("SELECT count(*) FROM c4i.outbox"))
                .as("rows whose commit was confirmed")
                .isEqualTo(LOAD + 1);
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        LOG.info(
                "failover of the database: sent again and recognised: {} of ALPHA's rows, {} of BRAVO's, of {} each",
                testMesh.server("BRAVO").duplicates(),
                testMesh.server("ALPHA").duplicates(),
                LOAD);
    }

    /** What the standby has not got is lost here and stays there; its numbers must not be given to other rows. */
    @Test
    void deliversWhatIsSubmittedToAStandbyThatLagged(PostgresServer other) throws SQLException, IOException {
        TestMesh testMesh =
                logs.show(TestMesh.pair("lagging", Middleware.JMS, pair, other)).start();
        C4iServer alpha = testMesh.server("ALPHA");
        alpha.submit(Samples.reliable(), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        pair.cutOffStandby();
        alpha.submitAll(Collections.nCopies(LOST, Samples.reliable()), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        long lost = alpha.database().number("SELECT max(sequence) FROM c4i.outbox");
        pair.kill();
        pair.promoteStandby();

        long first = alpha.submit(Samples.reliable(), "BRAVO");
        alpha.submitAll(Collections.nCopies(LOST, Samples.reliable()), "BRAVO");

        testMesh.awaitSettled("ALPHA");
        assertThat(first).as("number of the first row on the new primary").isGreaterThan(lost);
        assertThat(alpha.states("BRAVO")).isEqualTo(Map.of("delivered", LOST + 2L));
        assertThat(testMesh.server("BRAVO").received())
                .as("rows at BRAVO, with those that ALPHA has lost")
                .hasSize(2 * LOST + 2);
    }
}
