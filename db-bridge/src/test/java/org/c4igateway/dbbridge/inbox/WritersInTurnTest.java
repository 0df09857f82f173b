package org.c4igateway.dbbridge.inbox;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.dbbridge.inbox.Arrivals.labelled;
import static org.c4igateway.dbbridge.inbox.Arrivals.received;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The writer of a data path that was closed, and the one of the path after it, under one epoch. */
@ExtendWith(PostgresExtension.class)
class WritersInTurnTest {
    /** Key of an advisory lock of this test. */
    private static final int GATE = 77;

    /** Has its numbers, and waits. */
    private static final String HOLDING = """
            CREATE SEQUENCE public.holding;
            CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
                PERFORM nextval('public.holding');
                WHILE NOT pg_try_advisory_xact_lock_shared(77) LOOP PERFORM pg_sleep(0.01); END LOOP;
                RETURN NULL;
            END $$;
            CREATE TRIGGER hold AFTER INSERT ON c4i.inbox FOR EACH ROW WHEN (NEW.label = 'held')
                EXECUTE FUNCTION hold()
            """;

    private static final String IS_HOLDING = "SELECT count(*) FROM public.holding WHERE is_called";

    private static final String WAITS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    @Test
    void commitsNoHigherNumbersBeforeLowerOnes(TestDatabase database) throws Exception {
        database.execute(HOLDING);
        JdbcInbox former = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
        JdbcInbox later = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
        try (Connection gate = database.owner();
                Statement statement = gate.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + GATE + ")");
            CompletableFuture<Written> first = supplyAsync(
                    () -> former.write(List.of(labelled(1, "held"), labelled(2, "")), List.of(), Map.of()),
                    Thread::startVirtualThread);
            await().atMost(Duration.ofMinutes(1)).until(() -> database.number(IS_HOLDING) == 1);

            CompletableFuture<Written> second = supplyAsync(
                    () -> later.write(List.of(labelled(3, "")), List.of(), Map.of()), Thread::startVirtualThread);
            await().atMost(Duration.ofMinutes(1)).until(() -> second.isDone() || database.number(WAITS) == 1);

            assertThat(received(database)).as("committed before lower numbers").isEmpty();
            statement.execute("SELECT pg_advisory_unlock(" + GATE + ")");
            first.get(1, TimeUnit.MINUTES);
            second.get(1, TimeUnit.MINUTES);
        }
        assertThat(received(database)).containsExactly("1 payload 1", "2 payload 2", "3 payload 3");
    }
}
