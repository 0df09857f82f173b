package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that run take over what changes in their files, or nothing of it; the same over every middleware. */
@Tag("slow")
abstract class ReloadedEndToEnd extends MeshFixture {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String REQUEST = "A004";
    private static final String NO_REQUEST = "MSGID/HELQUEST/9 SF BDE//\n";

    /** A definition without the sets that the shipped one demands. */
    private static final String SHORT_DEFINITION = """
            messages:
              HELQUEST:
                topic: A004
                title: Request of this test
                sets:
                  - {set: MSGID, use: M}
            """;

    private static final String ONE_MORE_SET = "      - {set: GENTEXT, subject: SITUATION, use: M}\n";

    private final TestMesh testMesh;
    private final ChangedFile alpha;
    private final ChangedFile bravo;

    ReloadedEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("reloaded", carrier, server));
        alpha = new ChangedFile(testMesh.node("ALPHA").file());
        bravo = new ChangedFile(testMesh.node("BRAVO").file());
    }

    @BeforeAll
    void startNodes() {
        testMesh.start();
    }

    /** The nodes go on as they began. */
    @AfterEach
    void restoreFiles() {
        alpha.rename(alpha.text());
        bravo.rename(bravo.text());
        for (String system : List.of("ALPHA", "BRAVO")) {
            new ReloadRequest(testMesh.httpPort(system)).awaitNoDifference();
        }
    }

    private double applied(String system) {
        return testMesh.node(system).metric("c4i_configuration_reloads_total", "applied");
    }

    /** Waits until the node has applied one more change than before. */
    private void awaitApplied(String system, Runnable change) {
        double before = applied(system);
        change.run();
        await("the change of " + system).atMost(PATIENCE).until(() -> applied(system) > before);
    }

    /** By rename, in place, by a link and by signals, while rows flow both ways: nothing lost, doubled or moved. */
    @Test
    void keepsEachRowOfAStreamWhileItReloads() throws SQLException {
        CompletableFuture<Void> there = submitting("ALPHA", "BRAVO", 21);
        CompletableFuture<Void> back = submitting("BRAVO", "ALPHA", 22);

        awaitApplied("ALPHA", () -> alpha.rename(alpha.with("validation: carry")));
        awaitApplied("BRAVO", () -> bravo.relink(bravo.with("validation: carry")));
        awaitApplied("BRAVO", () -> bravo.relink(bravo.with("validation: {default: carry, inbound: off}")));
        awaitApplied("ALPHA", () -> alpha.write(alpha.with("validation: lenient", "line-unit: bytes")));
        for (int i = 0; i < 50; i++) {
            testMesh.node("ALPHA").hangUp();
        }
        there.join();
        back.join();
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");

        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(testMesh.node("ALPHA").log())
                .contains("c4i.validation.default: lenient -> carry (applied)")
                .contains("c4i.line-unit: characters -> bytes (applied)");
        await("the signals").atMost(PATIENCE).until(() -> reloads("ALPHA", "unchanged") > 0);
        assertThat(reloads("ALPHA", "unchanged")).as("50 signals in a row").isLessThan(25);
    }

    private double reloads(String system, String result) {
        return testMesh.node(system).metric("c4i_configuration_reloads_total", result);
    }

    private CompletableFuture<Void> submitting(String from, String to, long seed) {
        List<SubmittedRow> load = Samples.load(2_000, seed);
        return CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < load.size(); i += 50) {
                    testMesh.server(from).submitAll(load.subList(i, i + 50), to);
                    int sent = i;
                    await("room")
                            .atMost(PATIENCE)
                            .until(() -> testMesh.server(from).pending() < 500 || sent == 0);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** A filter of the receiver, then a policy with a definition file of the sender's own. */
    @Test
    void judgesByTheNewFilterAndTheNewDefinitions() throws SQLException, IOException {
        assertThat(outcome(NO_REQUEST)).first().isEqualTo("delivered");

        awaitApplied("BRAVO", () -> bravo.rename(bravo.with("subscriptions: {topics: {A004: precedence <= FLASH}}")));
        List<String> excluded = outcome(NO_REQUEST);
        assertThat(excluded).first().isEqualTo("rejected");
        assertThat(excluded).contains("GW-309");

        awaitApplied("BRAVO", () -> bravo.rename(bravo.text()));
        assertThat(outcome(NO_REQUEST)).first().isEqualTo("delivered");

        awaitApplied("ALPHA", () -> alpha.rename(alpha.with("validation: {topics: {A004: definitions}}")));
        List<String> refused = outcome(NO_REQUEST);
        assertThat(refused).first().isEqualTo("rejected");
        assertThat(refused).contains("GW-303");

        Path own = Files.createDirectories(alpha.directory().resolve("definitions"));
        Files.writeString(own.resolve("helquest.yaml"), SHORT_DEFINITION);
        String named = "definitions: " + own.toAbsolutePath();
        awaitApplied("ALPHA", () -> alpha.rename(alpha.with("validation: {topics: {A004: definitions}}", named)));
        assertThat(outcome(NO_REQUEST))
                .as("under a definition without more sets")
                .first()
                .isEqualTo("delivered");

        awaitApplied(
                "ALPHA", () -> new ChangedFile(own.resolve("helquest.yaml")).rename(SHORT_DEFINITION + ONE_MORE_SET));
        assertThat(outcome(NO_REQUEST))
                .as("a file that a key names changed")
                .first()
                .isEqualTo("rejected");
    }

    private List<String> outcome(String payload) throws SQLException {
        SubmittedRow row = new SubmittedRow(REQUEST, SubmittedRow.ROUTINE, payload.getBytes(StandardCharsets.UTF_8));
        long sequence = testMesh.server("ALPHA").submit(row, "BRAVO");
        testMesh.awaitSettled("ALPHA");
        List<String> outcome = testMesh.server("ALPHA").outcome(sequence, "BRAVO");
        testMesh.expect("ALPHA", sequence, "BRAVO", outcome.getFirst());
        return outcome;
    }
}
