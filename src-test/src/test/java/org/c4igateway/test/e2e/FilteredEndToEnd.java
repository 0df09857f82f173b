package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a receiver's filter excludes ends at its origin with the reason; the same over every middleware. */
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@Tag("slow")
abstract class FilteredEndToEnd {
    private static final String REQUEST = "A004";
    private static final String FILTERED = "GW-309";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final Mesh mesh;

    FilteredEndToEnd(Carrier carrier, PostgresServer server) {
        mesh = logs.show(Mesh.pair("filtered", carrier, server));
    }

    @BeforeAll
    void startNodes() {
        mesh.start(
                "--c4i.subscriptions.topics." + REQUEST + "=mtf.field('REQNO', 'urgency') == 'URGENT'",
                "--c4i.subscriptions.classes.ORDER=precedence <= IMMEDIATE");
    }

    @AfterAll
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void endsWhatTheFilterExcludesAsRejectedWithoutParkingIt() throws SQLException {
        Map<Long, Boolean> wanted = new HashMap<>();
        for (Draft sample : Samples.all()) {
            if (sample.topicId().equals(REQUEST)) {
                boolean urgent = new String(sample.payload(), StandardCharsets.UTF_8).contains("/URGENT//");
                wanted.put(mesh.server("ALPHA").submit(sample, "BRAVO"), urgent);
            }
        }
        assertThat(wanted).containsValues(true, false);
        mesh.awaitSettled("ALPHA");
        wanted.forEach(
                (sequence, urgent) -> mesh.expect("ALPHA", sequence, "BRAVO", urgent ? "delivered" : "rejected"));
        mesh.assertDelivered("ALPHA", "BRAVO");

        for (Map.Entry<Long, Boolean> row : wanted.entrySet()) {
            assertThat(mesh.server("ALPHA").outcome(row.getKey(), "BRAVO"))
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
        assertThat(mesh.node("BRAVO").metric("c4i_subscription_messages_total", "A004", "excluded"))
                .isPositive();
        assertThat(mesh.node("BRAVO").metric("c4i_dead_letters")).isZero();
        await("the ledger is read each second")
                .atMost(Duration.ofSeconds(20))
                .until(() -> mesh.node("ALPHA").metric("c4i_deliveries_total", "rejected", FILTERED) > 0);
        assertThat(mesh.node("ALPHA").metric("c4i_dead_letters")).isZero();
    }

    private long received(Map<Long, Boolean> wanted) throws SQLException {
        return mesh.server("BRAVO").received().stream()
                .filter(row -> wanted.containsKey(row.sequence()))
                .count();
    }

    @Test
    void deliversWhatTheFilterCannotDecide() throws SQLException {
        Draft withoutUrgency =
                new Draft(REQUEST, Draft.ROUTINE, "MSGID/HELQUEST/9 SF BDE//\n".getBytes(StandardCharsets.UTF_8));
        long sequence = mesh.server("ALPHA").submit(withoutUrgency, "BRAVO");
        mesh.awaitSettled("ALPHA");

        assertThat(mesh.server("ALPHA").outcome(sequence, "BRAVO").getFirst()).isEqualTo("delivered");
        assertThat(mesh.node("BRAVO").metric("c4i_subscription_messages_total", "A004", "undecided"))
                .isPositive();
    }

    /** Everything is accounted for under load: each row ends as the filter of its topic says, none is missing. */
    @Test
    void filtersALoadRowByRow() throws SQLException {
        List<Draft> load = Samples.load(600, 3);
        List<Draft> orders = load.stream().filter(FilteredEndToEnd::isOrder).toList();
        long excluded = orders.stream().filter(draft -> draft.precedence() > 1).count();
        assertThat(excluded).isPositive().isLessThan(orders.size());
        mesh.server("BRAVO").submitAll(orders, "ALPHA");
        mesh.awaitSettled("BRAVO");

        assertThat(mesh.server("BRAVO").states("ALPHA"))
                .isEqualTo(Map.of("delivered", orders.size() - excluded, "rejected", excluded));
        assertThat(mesh.server("ALPHA").received())
                .hasSize(Math.toIntExact(orders.size() - excluded))
                .allMatch(row -> row.draft().precedence() <= 1);
        mesh.assertBalanced("BRAVO");
    }

    private static boolean isOrder(Draft draft) {
        return Samples.catalogue().find(draft.topicId()).orElseThrow().trafficClass() == TrafficClass.ORDER;
    }
}
