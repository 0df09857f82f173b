package org.c4igateway.test.e2e;

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
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.C4iServer.Arrived;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A row in one interface database becomes a row in another, with a receipt; the same over every middleware. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@Tag("slow")
abstract class EndToEnd {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final Mesh mesh;

    EndToEnd(Carrier carrier, PostgresServer server) {
        this(carrier, carrier, server);
    }

    EndToEnd(Carrier alpha, Carrier bravo, PostgresServer server) {
        mesh = logs.show(Mesh.pair("end-to-end", alpha, bravo, server));
    }

    @BeforeAll
    void startNodes() {
        mesh.start();
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void carriesEverySampleWithAllFieldsUnchanged() throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        C4iServer bravo = mesh.server("BRAVO");
        Instant expiry = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MICROS);
        Map<Long, Draft> submitted = new HashMap<>();
        for (Draft sample : Samples.all()) {
            int number = submitted.size();
            Draft draft = sample.withLabel("비밀 " + number).withSubject(number % 2 == 0 ? "track-" + number : "");
            draft = number % 3 == 0 ? draft.withExpiry(expiry) : draft;
            submitted.put(alpha.submit(draft, "BRAVO"), draft);
        }
        mesh.awaitSettled("ALPHA");
        await("best-effort messages arrive too on a quiet loopback")
                .atMost(Duration.ofSeconds(20))
                .until(() -> arrived(bravo, submitted).size() == submitted.size());

        assertThat(arrived(bravo, submitted)).isEqualTo(submitted);
        assertThat(bravo.received()).allSatisfy(row -> {
            assertThat(row.origin()).isEqualTo("ALPHA");
            assertThat(row.destinations()).containsExactly("BRAVO");
        });
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    private static Map<Long, Draft> arrived(C4iServer server, Map<Long, Draft> wanted) throws SQLException {
        Map<Long, Draft> drafts = new HashMap<>();
        for (Arrived row : server.received()) {
            if (wanted.containsKey(row.sequence())) {
                drafts.put(row.sequence(), row.draft());
            }
        }
        return drafts;
    }

    @Test
    void keepsKoreanTextBitExact() throws SQLException {
        Draft korean = Samples.all().stream()
                .filter(draft -> Samples.isReliable(draft.topicId()))
                .filter(draft -> new String(draft.payload(), StandardCharsets.UTF_8)
                        .codePoints()
                        .anyMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.HANGUL))
                .findFirst()
                .orElseThrow();
        long sequence = mesh.server("ALPHA").submit(korean, "BRAVO");
        mesh.awaitSettled("ALPHA");
        assertThat(mesh.server("BRAVO").received())
                .filteredOn(row -> row.sequence() == sequence)
                .singleElement()
                .satisfies(row -> assertThat(row.draft().payload()).isEqualTo(korean.payload()));
    }

    @Test
    void endsReliableRowsAsDeliveredAndBestEffortRowsAsSent() throws SQLException {
        C4iServer bravo = mesh.server("BRAVO");
        for (Draft sample : Samples.all()) {
            long sequence = bravo.submit(sample.withSubject("state-" + sample.hashCode()), "ALPHA");
            String expected = Samples.isReliable(sample.topicId()) ? "delivered" : "sent";
            await(sample.topicId())
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> bravo.outcome(sequence, "ALPHA").getFirst().equals(expected));
        }
        mesh.assertDelivered("BRAVO", "ALPHA");
    }

    @Test
    void carriesBothDirectionsAtOnceUnderLoad() throws SQLException {
        List<Draft> load = Samples.load(1_000, 1);
        mesh.server("ALPHA").submitAll(load, "BRAVO");
        mesh.server("BRAVO").submitAll(load, "ALPHA");
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(mesh.server("BRAVO").duplicates())
                .as("sent again without need")
                .isZero();
    }
}
