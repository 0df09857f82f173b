package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.junit.jupiter.api.Test;

/** Final states that change while their rows move out of the default partition. */
class MovedStatesTest extends RetentionFixture {
    /** It changes while the copy is made; a constraint keeps the copy waiting. */
    @Test
    void movesAStateAsItIsInTheEnd() throws Exception {
        database.execute("DROP TABLE c4i.delivery_" + DAY.format(today));
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code)"
                + " VALUES (7, now(), 'B', 'rejected', 'GW-301')");
        database.execute(
                "CREATE SEQUENCE copies; CREATE FUNCTION gate() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER"
                        + " AS $$ BEGIN IF nextval('public.copies') = 1 THEN"
                        + " WHILE NOT pg_try_advisory_xact_lock_shared(77) LOOP PERFORM pg_sleep(0.01); END LOOP; END IF; RETURN true; END $$;"
                        + " ALTER TABLE c4i.delivery ADD CONSTRAINT gate CHECK (public.gate()) NOT VALID");
        try (Connection gate = database.owner();
                Statement statement = gate.createStatement();
                Connection maintenance = database.owner()) {
            statement.execute("SELECT pg_advisory_lock(77)");
            CompletableFuture<String> moving = CompletableFuture.supplyAsync(() -> {
                try {
                    return answer(maintenance, "SELECT c4i.create_partition('delivery', DATE '" + today + "', 2000)");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await("it copies").until(() -> database.number("SELECT is_called::integer FROM copies") == 1);
            outbox.takenAfterAll(OutboxProbe.B, Set.of(7L));
            assertThat(moving).isNotDone();
            statement.execute("SELECT pg_advisory_unlock(77)");
            assertThat(moving).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("created");
        }
        assertThat(database.column("SELECT state FROM c4i.delivery_" + DAY.format(today)))
                .containsExactly("delivered");
    }

    private static String answer(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(60);
            try (ResultSet row = statement.executeQuery(query)) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
