package org.c4igateway.test.e2e.kill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.fault.KillPoint;
import org.c4igateway.test.e2e.mesh.HeldTransaction;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.RandomSeed;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes die by SIGKILL exactly between two steps of the data path, held there by a fail point, or inside a transaction,
 * held there by a trigger, and come back. At which pass, and with how many rows, is drawn anew for each run. Whatever
 * the tests before left behind is part of the next one. The same over every middleware.
 */
@Tag("slow")
abstract class KillAtEachStep extends MeshFixture {
    private static final Logger LOG = LoggerFactory.getLogger(KillAtEachStep.class);

    /** Small rounds, so that there are many steps in one load. */
    private static final String[] SMALL_ROUNDS = {
        "--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200", "--c4i.flow.inbound-batch-rows=40"
    };

    private static final int MIN_LOAD = 600;
    private static final int MAX_LOAD = 1_000;

    /**
     * No more than 200 rows are on their way at once, so that the least load takes three rounds of everything at least.
     */
    private static final int MAX_ROUNDS = 3;

    private final SplittableRandom random = RandomSeed.draw(getClass());
    private final TestMesh testMesh;
    private int loads;

    KillAtEachStep(Middleware carrier, PostgresServer server) {
        this(carrier, carrier, server);
    }

    KillAtEachStep(Middleware alpha, Middleware bravo, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("kill", alpha, bravo, server));
    }

    @BeforeAll
    void startNodes() {
        testMesh.start(SMALL_ROUNDS);
    }

    @ParameterizedTest
    @EnumSource(value = KillPoint.class, mode = EnumSource.Mode.MATCH_NONE, names = "TABLE_.*")
    void losesAndDoublesNothingWhenANodeDiesAt(KillPoint point, @TempDir Path directory)
            throws SQLException, IOException {
        TestNodeProcess victim = testMesh.node(point.side() == KillPoint.Side.SENDER ? "ALPHA" : "BRAVO");
        victim.kill();
        int rows = submitLoad();
        int pass = 1 + random.nextInt(point == KillPoint.ARRIVED ? rows / 2 : MAX_ROUNDS);
        LOG.info("{}: {} rows, killed at pass {}", point, rows, pass);
        long before = testMesh.server("BRAVO").duplicates();
        dieAt(point, pass, victim, directory.resolve(point.name()));
        if (point == KillPoint.INBOX_COMMITTED) {
            assertThat(testMesh.server("ALPHA").pending()).as("not confirmed").isPositive();
        }
        victim.start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");
        if (point == KillPoint.INBOX_COMMITTED) {
            assertThat(testMesh.server("BRAVO").duplicates())
                    .as("what was committed without a receipt came again and was recognised")
                    .isGreaterThan(before);
        }
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenTheSenderDiesInsideTheTransactionThatRecords() throws SQLException {
        dieInside("c4i.delivery", "ALPHA");
    }

    @Test
    void losesAndDoublesNothingWhenTheReceiverDiesInsideTheInboxTransaction() throws SQLException {
        dieInside("c4i.inbox", "BRAVO");
    }

    private void dieInside(String table, String victim) throws SQLException {
        TestNodeProcess node = testMesh.node(victim);
        node.kill();
        int rows = submitLoad();
        int row = 1 + random.nextInt(rows / 2);
        LOG.info("{}: {} rows, killed at row {}", table, rows, row);
        try (HeldTransaction held = new HeldTransaction(testMesh.server(victim).database(), table, row)) {
            node.start(SMALL_ROUNDS);
            held.awaitHeld();
            node.kill();
        }
        node.start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenTheReceiverDiesInMidStream() throws SQLException {
        long before = received();
        submitLoad();
        await("some have arrived").atMost(Duration.ofSeconds(30)).until(() -> received() > before);
        testMesh.node("BRAVO").kill();
        testMesh.node("BRAVO").start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenBothDieInMidStream() throws SQLException {
        long before = received();
        submitLoad();
        await("some have arrived").atMost(Duration.ofSeconds(30)).until(() -> received() > before);
        testMesh.node("BRAVO").kill();
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").start(SMALL_ROUNDS);
        testMesh.node("BRAVO").start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** @return number of rows */
    private int submitLoad() throws SQLException {
        loads++;
        int rows = MIN_LOAD + random.nextInt(MAX_LOAD - MIN_LOAD);
        testMesh.server("ALPHA").submitAll(Samples.load(rows, loads), "BRAVO");
        return rows;
    }

    private long received() throws SQLException {
        return testMesh.server("BRAVO").database().number("SELECT count(*) FROM c4i.inbox");
    }

    /** Starts the node, waits until it holds at the point, kills it there. */
    private static void dieAt(KillPoint point, int pass, TestNodeProcess node, Path marker) throws IOException {
        String[] options = new String[SMALL_ROUNDS.length + 1];
        System.arraycopy(SMALL_ROUNDS, 0, options, 0, SMALL_ROUNDS.length);
        options[SMALL_ROUNDS.length] = "--fault-point=" + point + ":" + pass + ":" + marker;
        node.start(options);
        await("node at " + point).atMost(Duration.ofSeconds(90)).until(() -> Files.exists(marker));
        node.kill();
        Files.delete(marker);
    }
}
