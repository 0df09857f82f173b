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
import java.util.HashMap;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A topic leaves the catalogues of running nodes and comes back, one node after the other, while rows flow. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class CatalogueChangeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String TOPIC = "A002";
    private static final SubmittedRow ROW = new SubmittedRow(
            TOPIC,
            SubmittedRow.ROUTINE,
            "MSGID/SAILSIG/1 CORPS/0001/NOV//\nGENTEXT/LOAD/NOTHING TO REPORT//\n".getBytes(StandardCharsets.US_ASCII));

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;
    private final Map<String, ChangedFile> files = new HashMap<>();
    private final Map<String, Integer> renewals = new HashMap<>();
    private TestMesh testMesh;

    @SuppressWarnings("NullAway.Init")
    CatalogueChangeTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void goesOnWhileATopicLeavesAndComesBackAtOneNodeAfterTheOther(Middleware middleware) throws SQLException {
        testMesh = logs.show(TestMesh.pair("catalogue-" + middleware.label(), middleware, server));
        testMesh.start();
        for (String system : new String[] {"ALPHA", "BRAVO"}) {
            files.put(system, new ChangedFile(testMesh.node(system).file()));
        }
        RowStream rows = new RowStream(testMesh.server("ALPHA"), "BRAVO", 1);
        rows.awaitMore();
        long first = submit();
        awaitState(first, "delivered");

        takeOut("ALPHA");
        expectRefused(submit());
        takeOut("BRAVO");
        rows.awaitMore();

        putBack("ALPHA");
        await("ALPHA sees that BRAVO has another catalogue")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("ALPHA").metric("c4i_catalogue_mismatches", "BRAVO") == 1);
        expectRefused(submit());
        putBack("BRAVO");
        await("the catalogues are the same")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("ALPHA").metric("c4i_catalogue_mismatches", "BRAVO") == 0);
        long last = submit();
        awaitState(last, "delivered");
        rows.awaitMore();
        rows.end();
        testMesh.awaitSettled("ALPHA");

        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    private long submit() throws SQLException {
        return testMesh.server("ALPHA").submit(ROW, "BRAVO");
    }

    private void expectRefused(long sequence) throws SQLException {
        awaitState(sequence, "rejected");
        assertThat(testMesh.server("ALPHA").outcome(sequence, "BRAVO")).contains("GW-301");
        testMesh.expect("ALPHA", sequence, "BRAVO", "rejected");
    }

    private void awaitState(long sequence, String state) {
        await("row " + sequence + " is " + state)
                .atMost(PATIENCE)
                .until(() -> testMesh.server("ALPHA").outcome(sequence, "BRAVO").contains(state));
    }

    private void takeOut(String system) {
        ChangedFile file = Objects.requireNonNull(files.get(system));
        Path reduced = file.directory().resolve("without-" + TOPIC + ".csv");
        try (InputStream shipped = TopicCatalogue.class.getResourceAsStream("reference-catalogue.csv")) {
            String csv = new String(Objects.requireNonNull(shipped).readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(reduced, csv.replaceFirst("(?m)^" + TOPIC + ",.*\\R", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        renew(system, file.with("catalogue: \"" + reduced.toAbsolutePath() + "\""));
    }

    private void putBack(String system) {
        renew(system, Objects.requireNonNull(files.get(system)).text());
    }

    private void renew(String system, String text) {
        Objects.requireNonNull(files.get(system)).rename(text);
        int count = renewals.merge(system, 1, Integer::sum);
        await("the path of " + system + " is renewed")
                .atMost(PATIENCE)
                .until(() -> testMesh.node(system).metric("c4i_configuration_reloads_total", "applied") == count);
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        testMesh.node("BRAVO").awaitReaches("ALPHA");
    }
}
