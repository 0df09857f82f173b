package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.schema.NodeIdentity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stamping the rows of a large outbox after a restore takes longer than any statement of the data path may. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class LongRestoreTest {
    private static final SystemName A = new SystemName("A");
    private static final String FUTURE = "900000000";

    @Test
    void becomesActiveAfterAFailover(TestDatabase database) throws SQLException {
        NodeIdentity identity = new NodeIdentity(database.bridgePool());
        identity.claim(A);
        submitOneOfTheFuture(database);
        database.execute("UPDATE c4i.node SET timeline = timeline - 1");

        identity.claim(A);

        assertNothingOfTheFuture(database);
    }

    @Test
    void readsOnWhenTheTransactionCounterWentBack(TestDatabase database) throws SQLException {
        submitOneOfTheFuture(database);

        Fetched fetched = new OutboxProbe(
                        new JdbcOutbox(database.bridgePool(), () -> 0, A), ReadPosition.START, 10, Long.MAX_VALUE)
                .read();

        assertThat(OutboxProbe.texts(fetched)).containsExactly("late");
        assertNothingOfTheFuture(database);
    }

    private static void submitOneOfTheFuture(TestDatabase database) throws SQLException {
        database.submit(3, "late", "B");
        database.execute("UPDATE c4i.outbox SET xid = '" + FUTURE + "'");
        database.execute("CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN PERFORM pg_sleep(32); RETURN NEW; END'");
        database.execute(
                "CREATE TRIGGER take_long BEFORE UPDATE ON c4i.outbox FOR EACH ROW EXECUTE FUNCTION take_long()");
    }

    private static void assertNothingOfTheFuture(TestDatabase database) throws SQLException {
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE xid = '" + FUTURE + "'"))
                .isZero();
    }
}
