package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.contract.InMemoryNetwork;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A data path that closes while the database does not answer the writer of its inbox. */
@ExtendWith(PostgresExtension.class)
class FormerWriterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");

    static final String HOLDING = """
            CREATE SEQUENCE public.holding;
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
                PERFORM nextval('public.holding');
                WHILE NOT pg_try_advisory_xact_lock_shared(77) LOOP PERFORM pg_sleep(0.01); END LOOP;
                RETURN NULL;
            END $$;
            CREATE TRIGGER hold AFTER INSERT ON c4i.inbox FOR EACH ROW EXECUTE FUNCTION hold()
            """;

    private final NodePathSite alpha;
    private final NodePathSite bravo;

    FormerWriterTest(PostgresServer server) {
        InMemoryNetwork network = new InMemoryNetwork();
        Map<String, String> brief = Map.of("c4i.flow.retry-pause", "10ms", "c4i.flow.max-retry-pause", "10ms");
        alpha = new NodePathSite(ALPHA, BRAVO, server.database(), network.factory(false), brief);
        bravo = new NodePathSite(BRAVO, ALPHA, server.database(), network.factory(false), brief);
    }

    @AfterEach
    void close() {
        alpha.close();
        bravo.close();
    }

    @Test
    void opensNoPathBesideAWriterOfTheSameEpoch() throws Exception {
        bravo.database.execute(HOLDING);
        alpha.open();
        bravo.open();
        try (Connection gate = bravo.database.owner();
                Statement statement = gate.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(77)");
            alpha.submit("held");
            await().atMost(PATIENCE)
                    .until(() -> bravo.database.number("SELECT count(*) FROM public.holding WHERE is_called") == 1);
            bravo.path.close();

            assertThatThrownBy(bravo::openAgain).isInstanceOf(GatewayException.Transient.class);
            assertThat(bravo.path.active()).isNull();
            statement.execute("SELECT pg_advisory_unlock(77)");
        }
        bravo.openAgain();

        await().atMost(PATIENCE)
                .until(() -> alpha.database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'")
                        == 1);
        assertThat(bravo.database.number("SELECT count(*) FROM c4i.inbox")).isEqualTo(1);
    }
}
