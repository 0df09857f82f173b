package org.c4igateway.test.e2e.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a receiver's filter excludes ends at its origin with the reason; the same over every middleware. */
@Tag("slow")
abstract class FilteredEndToEnd extends MeshFixture {
    private static final String REQUEST = "A004";
    private static final String FILTERED = "GW-309";

    private final TestMesh testMesh;

    FilteredEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("filtered", carrier, server));
    }

    @BeforeAll
    void startNodes() {
        testMesh.start(
                "--c4i.subscriptions.topics." + REQUEST + "=mtf.field('REQNO', 'urgency') == 'URGENT'",
                "--c4i.subscriptions.classes.ORDER=precedence <= IMMEDIATE");
    }

    @Test
    void endsWhatTheFilterExcludesAsRejectedWithoutParkingIt() throws SQLException {
        Map<Long, Boolean> wanted = new HashMap<>();
        for (SubmittedRow sample : Samples.all()) {
            if (sample.topicId().equals(REQUEST)) {
                boolean urgent = new String(sample.payload(), StandardCharsets.UTF_8).contains("/URGENT//");
                wanted.put(testMesh.server("ALPHA").submit(sample, "BRAVO"), urgent);
            }
        }
        assertThat(wanted).containsValues(true, false);
        testMesh.awaitSettled("ALPHA");
        wanted.forEach(
                (sequence, urgent) -> testMesh.expect("ALPHA", sequence, "BRAVO", urgent ? "delivered" : "rejected"));
        testMesh.assertDelivered("ALPHA", "BRAVO");

        for (Map.Entry<Long, Boolean> row : wanted.entrySet()) {
            assertThat(testMesh.server("ALPHA").outcome(row.getKey(), "BRAVO"))
                    .isEqualTo(
                            row.getValue()
                                    ? List.of("delivered", "", "")
                                    : List.of(
                                            "rejected",
                                            FILTERED,
                                            "excluded by c4i.subscriptions.topics.A004 of BRAVO"));
        }
        assertThat(received(wanted))
                .isEqualTo(wanted.values().stream().filter(urgent -> urgent).count());
        assertThat(testMesh.node("BRAVO").metric("c4i_subscription_messages_total", "A004", "excluded"))
                .isPositive();
        assertThat(testMesh.node("BRAVO").metric("c4i_dead_letters")).isZero();
        await("the ledger is read each second")
                .atMost(Duration.ofSeconds(20))
                .until(() -> testMesh.node("ALPHA").metric("c4i_deliveries_total", "rejected", FILTERED) > 0);
        assertThat(testMesh.node("ALPHA").metric("c4i_dead_letters")).isZero();
    }

    private long received(Map<Long, Boolean> wanted) throws SQLException {
        return testMesh.server("BRAVO").received().stream()
                .filter(row -> wanted.containsKey(row.sequence()))
                .count();
    }

    @Test
    void deliversWhatTheFilterCannotDecide() throws SQLException {
        SubmittedRow withoutUrgency = new SubmittedRow(
                REQUEST, SubmittedRow.ROUTINE, "MSGID/HELQUEST/9 SF BDE//\n".getBytes(StandardCharsets.UTF_8));
        long sequence = testMesh.server("ALPHA").submit(withoutUrgency, "BRAVO");
        testMesh.awaitSettled("ALPHA");

        assertThat(testMesh.server("ALPHA").outcome(sequence, "BRAVO").getFirst())
                .isEqualTo("delivered");
        assertThat(testMesh.node("BRAVO").metric("c4i_subscription_messages_total", "A004", "undecided"))
                .isPositive();
    }

    /** Everything is accounted for under load: each row ends as the filter of its topic says, none is missing. */
    @Test
    void filtersALoadRowByRow() throws SQLException {
        List<SubmittedRow> load = Samples.load(600, 3);
        List<SubmittedRow> orders =
                load.stream().filter(FilteredEndToEnd::isOrder).toList();
        long excluded = orders.stream()
                .filter(submittedRow -> submittedRow.precedence() > 1)
                .count();
        assertThat(excluded).isPositive().isLessThan(orders.size());
        testMesh.server("BRAVO").submitAll(orders, "ALPHA");
        testMesh.awaitSettled("BRAVO");

        assertThat(testMesh.server("BRAVO").states("ALPHA"))
                .isEqualTo(Map.of("delivered", orders.size() - excluded, "rejected", excluded));
        assertThat(testMesh.server("ALPHA").received())
                .hasSize(Math.toIntExact(orders.size() - excluded))
                .allMatch(row -> row.draft().precedence() <= 1);
        testMesh.assertBalanced("BRAVO");
    }

    private static boolean isOrder(SubmittedRow submittedRow) {
        return Samples.catalogue().find(submittedRow.topicId()).orElseThrow().trafficClass() == TrafficClass.ORDER;
    }
}
