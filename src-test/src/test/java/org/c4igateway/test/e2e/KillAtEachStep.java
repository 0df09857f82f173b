package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Nodes die by SIGKILL exactly between two steps of the data path, held there by a fail point, and come back. Whatever the tests
 * before left behind is part of the next one. The same over every middleware.
 */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
abstract class KillAtEachStep {
    /** Small rounds, so that there are many steps in one load. */
    private static final String[] SMALL_ROUNDS = {
        "--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200", "--c4i.flow.inbound-batch-rows=40"
    };

    private static final int LOAD = 600;
    private static final int ROUND = 3;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final Mesh mesh;
    private int loads;

    KillAtEachStep(Carrier carrier, PostgresServer server) {
        this(carrier, carrier, server);
    }

    KillAtEachStep(Carrier alpha, Carrier bravo, PostgresServer server) {
        mesh = logs.show(Mesh.pair("kill", alpha, bravo, server));
    }

    @BeforeAll
    void startNodes() {
        mesh.start(SMALL_ROUNDS);
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(value = Step.class, mode = Mode.EXCLUDE, names = "INBOX_COMMITTED")
    void losesAndDoublesNothingWhenTheSenderDiesRightAfter(Step step, @TempDir Path directory)
            throws SQLException, IOException {
        mesh.node("ALPHA").kill();
        submitLoad();
        dieAt(step, mesh.node("ALPHA"), directory);
        mesh.node("ALPHA").start(SMALL_ROUNDS);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenTheReceiverDiesBetweenCommitAndReceipt(@TempDir Path directory)
            throws SQLException, IOException {
        mesh.node("BRAVO").kill();
        submitLoad();
        dieAt(Step.INBOX_COMMITTED, mesh.node("BRAVO"), directory);
        assertThat(mesh.server("ALPHA").pending()).as("not confirmed").isPositive();
        long before = mesh.server("BRAVO").duplicates();
        mesh.node("BRAVO").start(SMALL_ROUNDS);
        mesh.awaitSettled("ALPHA");
        assertThat(mesh.server("BRAVO").duplicates())
                .as("what was committed without a receipt came again and was recognised")
                .isGreaterThan(before);
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenTheReceiverDiesInMidStream() throws SQLException {
        long before = received();
        submitLoad();
        await("some have arrived").atMost(Duration.ofSeconds(30)).until(() -> received() > before);
        mesh.node("BRAVO").kill();
        mesh.node("BRAVO").start(SMALL_ROUNDS);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void losesAndDoublesNothingWhenBothDieInMidStream() throws SQLException {
        long before = received();
        submitLoad();
        await("some have arrived").atMost(Duration.ofSeconds(30)).until(() -> received() > before);
        mesh.node("BRAVO").kill();
        mesh.node("ALPHA").kill();
        mesh.node("ALPHA").start(SMALL_ROUNDS);
        mesh.node("BRAVO").start(SMALL_ROUNDS);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    private void submitLoad() throws SQLException {
        loads++;
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, loads), "BRAVO");
    }

    private long received() throws SQLException {
        return mesh.server("BRAVO").database().number("SELECT count(*) FROM c4i.inbox");
    }

    /** Starts the node, waits until it holds at the step, kills it there. */
    private static void dieAt(Step step, NodeProcess node, Path directory) throws IOException {
        Path marker = directory.resolve(step.name());
        String[] options = new String[SMALL_ROUNDS.length + 1];
        System.arraycopy(SMALL_ROUNDS, 0, options, 0, SMALL_ROUNDS.length);
        options[SMALL_ROUNDS.length] = "--c4i.failpoint=" + step + ":" + ROUND + ":" + marker;
        node.start(options);
        await("node at " + step).atMost(Duration.ofSeconds(90)).until(() -> Files.exists(marker));
        node.kill();
        Files.delete(marker);
    }
}
