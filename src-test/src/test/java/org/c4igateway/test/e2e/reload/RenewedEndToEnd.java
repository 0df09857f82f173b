package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nodes that run build their data paths anew for what cannot change while they are open, while rows flow both ways:
 * each arrives once and in order; the same over every middleware.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
abstract class RenewedEndToEnd {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NEW_TOPIC = "Z999";
    private static final byte[] PAYLOAD = "MSGID/TESTMSG/9 SF BDE//\n".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;
    private final ChangedFile alpha;
    private final ChangedFile bravo;

    RenewedEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("renewed", carrier, server));
        alpha = new ChangedFile(testMesh.node("ALPHA").file());
        bravo = new ChangedFile(testMesh.node("BRAVO").file());
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    TestMesh mesh() {
        return testMesh;
    }

    ChangedFile alpha() {
        return alpha;
    }

    ChangedFile bravo() {
        return bravo;
    }

    /** The catalogue at both ends, in one file with a policy for its new topic, then what BRAVO subscribes to. */
    @Test
    void takesOverCatalogueAndSubscriptionsWhileRowsFlow() throws SQLException {
        testMesh.start();
        RowStream there = new RowStream(testMesh.server("ALPHA"), "BRAVO", 1);
        RowStream back = new RowStream(testMesh.server("BRAVO"), "ALPHA", 2);
        String catalogue = "catalogue: " + catalogueWithNewTopic();
        String policy = "validation: {topics: {Z999: carry}}";

        renew("ALPHA", () -> alpha.rename(alpha.with(catalogue, policy)));
        there.awaitMore();
        renew("BRAVO", () -> bravo.rename(bravo.with(catalogue)));
        back.awaitMore();
        String wanted = "subscriptions: {wanted: [{pattern: '*'}]}";
        renew("BRAVO", () -> bravo.rename(bravo.with(catalogue, wanted)));
        there.awaitMore();
        there.end();
        back.end();
        long sequence =
                testMesh.server("ALPHA").submit(new SubmittedRow(NEW_TOPIC, SubmittedRow.ROUTINE, PAYLOAD), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");

        assertThat(testMesh.server("ALPHA").outcome(sequence, "BRAVO")).first().isEqualTo("delivered");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(testMesh.node("ALPHA").log())
                .contains("c4i.validation.topics.Z999: (none) -> carry (applied)")
                .contains("The data path is open again, with epoch 1");
        assertThat(testMesh.node("BRAVO").health()).contains("\"epoch\":1");

        renew(
                "BRAVO",
                () -> bravo.rename(bravo.with(catalogue, "subscriptions: {wanted: [{pattern: " + NEW_TOPIC + "}]}")));
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        await("ALPHA knows what BRAVO wants").atMost(PATIENCE).until(this::refusesAnotherTopic);
    }

    private boolean refusesAnotherTopic() throws SQLException {
        long sequence =
                testMesh.server("ALPHA").submit(new SubmittedRow("A004", SubmittedRow.ROUTINE, PAYLOAD), "BRAVO");
        testMesh.awaitSettled("ALPHA");
        return testMesh.server("ALPHA").outcome(sequence, "BRAVO").contains("GW-315");
    }

    /** SIGKILL while the path is closed, and a start with what the file says now. */
    @Test
    void losesAndDoublesNothingWhenItIsKilledDuringARenewal() throws SQLException {
        testMesh.start();
        RowStream there = new RowStream(testMesh.server("ALPHA"), "BRAVO", 3);
        RowStream back = new RowStream(testMesh.server("BRAVO"), "ALPHA", 4);
        there.awaitMore();
        alpha.rename(alpha.with("catalogue: " + catalogueWithNewTopic()));
        await("the renewal begins")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> testMesh.node("ALPHA").log().contains("The data path closes"));
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").start().awaitReaches("BRAVO");
        there.awaitMore();
        there.end();
        back.end();
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");

        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
    }

    /** Waits until it is done. */
    void renew(String system, Runnable change) {
        double before = renewals(system);
        change.run();
        await("the renewal of " + system).atMost(PATIENCE).until(() -> renewals(system) > before);
    }

    private double renewals(String system) {
        return testMesh.node(system).metric("c4i_configuration_reloads_total", "applied");
    }

    private Path catalogueWithNewTopic() {
        Path catalogue = alpha.directory().resolve("with-z999.csv");
        try (InputStream shipped = TopicCatalogue.class.getResourceAsStream("reference-catalogue.csv")) {
            String text = new String(Objects.requireNonNull(shipped).readAllBytes(), StandardCharsets.UTF_8);
            return Files.writeString(
                    catalogue, text.stripTrailing() + "\n" + NEW_TOPIC + ",TESTMSG,TEST,TEST,REPORT\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code ./c4i reload --dry-run} prints. */
    String dryRun(String system) {
        return new ReloadRequest(testMesh.httpPort(system))
                .send("GET", Map.of("C4I-Request", "test"))
                .body();
    }
}
