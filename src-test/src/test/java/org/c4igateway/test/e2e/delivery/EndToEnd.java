package org.c4igateway.test.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.C4iServer.Arrived;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A row in one interface database becomes a row in another, with a receipt; the same over every middleware. */
@Tag("slow")
abstract class EndToEnd extends MeshFixture {
    private final TestMesh testMesh;

    EndToEnd(Middleware carrier, PostgresServer server) {
        this(carrier, carrier, server);
    }

    EndToEnd(Middleware alpha, Middleware bravo, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("end-to-end", alpha, bravo, server));
    }

    @BeforeAll
    void startNodes() {
        testMesh.start();
    }

    @Test
    void carriesEverySampleWithAllFieldsUnchanged() throws SQLException {
        C4iServer alpha = testMesh.server("ALPHA");
        C4iServer bravo = testMesh.server("BRAVO");
        Instant expiry = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MICROS);
        Map<Long, SubmittedRow> submitted = new HashMap<>();
        for (SubmittedRow sample : Samples.all()) {
            int number = submitted.size();
            SubmittedRow submittedRow =
                    sample.withLabel("비밀 " + number).withSubject(number % 2 == 0 ? "track-" + number : "");
            submittedRow = number % 3 == 0 ? submittedRow.withExpiry(expiry) : submittedRow;
            submitted.put(alpha.submit(submittedRow, "BRAVO"), submittedRow);
        }
        testMesh.awaitSettled("ALPHA");
        await("best-effort messages arrive too on a quiet loopback")
                .atMost(Duration.ofSeconds(20))
                .until(() -> arrived(bravo, submitted).size() == submitted.size());

        assertThat(arrived(bravo, submitted)).isEqualTo(submitted);
        assertThat(bravo.received()).allSatisfy(row -> {
            assertThat(row.origin()).isEqualTo("ALPHA");
            assertThat(row.destinations()).containsExactly("BRAVO");
        });
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    private static Map<Long, SubmittedRow> arrived(C4iServer server, Map<Long, SubmittedRow> wanted)
            throws SQLException {
        Map<Long, SubmittedRow> drafts = new HashMap<>();
        for (Arrived row : server.received()) {
            if (wanted.containsKey(row.sequence())) {
                drafts.put(row.sequence(), row.draft());
            }
        }
        return drafts;
    }

    @Test
    void keepsKoreanTextBitExact() throws SQLException {
        SubmittedRow korean = Samples.all().stream()
                .filter(submittedRow -> Samples.isReliable(submittedRow.topicId()))
                .filter(submittedRow -> new String(submittedRow.payload(), StandardCharsets.UTF_8)
                        .codePoints()
                        .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HANGUL))
                .findFirst()
                .orElseThrow();
        long sequence = testMesh.server("ALPHA").submit(korean, "BRAVO");
        testMesh.awaitSettled("ALPHA");
        assertThat(testMesh.server("BRAVO").received())
                .filteredOn(row -> row.sequence() == sequence)
                .singleElement()
                .satisfies(row -> assertThat(row.draft().payload()).isEqualTo(korean.payload()));
    }

    @Test
    void endsReliableRowsAsDeliveredAndBestEffortRowsAsSent() throws SQLException {
        C4iServer bravo = testMesh.server("BRAVO");
        for (SubmittedRow sample : Samples.all()) {
            long sequence = bravo.submit(sample.withSubject("state-" + sample.hashCode()), "ALPHA");
            String expected = Samples.isReliable(sample.topicId()) ? "delivered" : "sent";
            await(sample.topicId())
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> bravo.outcome(sequence, "ALPHA").getFirst().equals(expected));
        }
        testMesh.assertDelivered("BRAVO", "ALPHA");
    }

    @Test
    void carriesBothDirectionsAtOnceUnderLoad() throws SQLException {
        List<SubmittedRow> load = Samples.load(1_000, 1);
        testMesh.server("ALPHA").submitAll(load, "BRAVO");
        testMesh.server("BRAVO").submitAll(load, "ALPHA");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(testMesh.server("BRAVO").duplicates())
                .as("sent again without need")
                .isZero();
    }
}
