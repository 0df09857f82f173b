package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

@ExtendWith(PostgresExtension.class)
class HousekeepingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Map<String, String> FILE = Map.of(
            "c4i.system",
            "ALPHA",
            "c4i.database.url",
            "jdbc:postgresql://127.0.0.1/unused",
            "c4i.database.username",
            "unused",
            "c4i.ledger-interval",
            "50ms");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Loops loops = new Loops(meters, InstantSource.system(), System::nanoTime, defect -> {
        throw defect;
    });

    /** Else each look would be longer than the one that was too long. */
    @Test
    void addsUpTheLedgerAlthoughItCannotBeReadAndTellsThatItCannot(TestDatabase database) throws SQLException {
        database.execute("CREATE OR REPLACE FUNCTION c4i.backlog_now(OUT destination text, OUT precedence smallint,"
                + " OUT pending bigint, OUT oldest timestamptz) RETURNS SETOF record LANGUAGE plpgsql AS $$ BEGIN"
                + " RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END $$");
        for (int i = 0; i < 20; i++) {
            database.submit(3, "m", "B");
        }
        assertThat(database.number("SELECT count(*) FROM c4i.ledger_entry")).isEqualTo(20);
        NodeProperties properties = new Binder(new MapConfigurationPropertySource(FILE))
                .bind("c4i", NodeProperties.class)
                .get();

        try (HikariDataSource maintenance = database.bridgeConnections().maintenance();
                Housekeeping housekeeping = new Housekeeping(properties, parts(), Set.of(), () -> true, () -> 0)) {
            housekeeping.start(database.bridgePool(), maintenance);

            await("the ledger is added up")
                    .atMost(PATIENCE)
                    .until(() -> database.number("SELECT count(*) FROM c4i.ledger_entry") == 1);
            await("the looks fail visibly").atMost(PATIENCE).until(() -> failures() > 0);
            assertThat(state("ledger").problem()).contains("statement timeout");
            assertThat(state("ledger").responds()).isTrue();
            assertThat(state("ledger sum").problem()).isEmpty();
        }
    }

    private double failures() {
        return meters.find(MeterNames.LOOP_FAILURES).tag(MeterNames.LOOP, "ledger").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private LoopState state(String loop) {
        return loops.states().stream()
                .filter(state -> state.name().equals(loop))
                .findFirst()
                .orElseThrow();
    }

    private NodeParts parts() {
        return new NodeParts(
                List.of(),
                new MessageRules(
                        TopicCatalogue.reference(), 1_000, message -> MessageJudgement.CLEAN, InstantSource.system()),
                SubscriptionFilter.NONE,
                Subscriptions.ALL,
                EdgeText.UTF_8,
                List.of(),
                meters,
                loops,
                DeliveryTrace.NONE,
                StepListener.NONE);
    }
}
