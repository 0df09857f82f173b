package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.database.TestSubmission;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What maintenance does while other sessions use the same tables. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class MaintenanceLocksTest {
    private static final SystemName A = new SystemName("A");
    /** Key of an advisory lock of this test. */
    private static final int LOOK = 4711;

    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

    private final LocalDate today = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC);
    private TestDatabase database;
    private JdbcOutbox outbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), () -> 0, A);
    }

    @Test
    void aBackupHoldsUpNeitherReadersNorWriters() throws Exception {
        database.execute("DROP TABLE c4i.outbox_" + DAY.format(today.plusDays(3)));
        try (Connection dump = database.owner();
                Statement statement = dump.createStatement()) {
            dump.setAutoCommit(false);
            statement.execute("SELECT * FROM c4i.outbox_default");

            CompletableFuture<Tidied> tidying =
                    CompletableFuture.supplyAsync(() -> retention().tidy());
            awaitLockOrEnd(tidying);
            database.submit(3, "flash", "B");

            assertThat(new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000).drain())
                    .containsExactly("flash");
            tidying.get(60, TimeUnit.SECONDS);
        }
        retention().tidy();
        assertThat(database.column("SELECT partition FROM c4i.partition_day"))
                .contains("outbox_" + DAY.format(today.plusDays(3)));
    }

    /** A superuser's session does not limit how long it waits for a lock. */
    @Test
    void givesWayByItselfWhoeverCallsIt() throws Exception {
        LocalDate missing = today.plusDays(3);
        database.execute("DROP TABLE c4i.outbox_" + DAY.format(missing));
        try (Connection dump = database.owner();
                Statement statement = dump.createStatement();
                Connection operator = database.owner()) {
            dump.setAutoCommit(false);
            statement.execute("SELECT * FROM c4i.outbox_default");
            statement.execute("SELECT * FROM c4i.inbox");

            assertThat(answer(operator, "SELECT c4i.create_partition('outbox', DATE '" + missing + "')"))
                    .isEqualTo("busy");
            setToday(60);
            assertThat(answer(operator, "SELECT c4i.drop_day('inbox', DATE '" + today + "')"))
                    .isEqualTo("busy");
        }
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

    @Test
    void keepsARowThatIsCommittedWhileItsDayIsToBeDropped() throws Exception {
        // Today is the oldest day.
        for (String parent : List.of("outbox", "delivery")) {
            database.execute("DROP TABLE c4i." + parent + "_" + DAY.format(today.minusDays(1)));
        }
        letLooksEndBehind(LOOK);
        try (Connection server = database.app();
                Connection gate = database.owner()) {
            answer(gate, "SELECT pg_advisory_lock(" + LOOK + ")");
            server.setAutoCommit(false);
            TestSubmission.submit(server, 3, "late", "B");
            setToday(30);
            CompletableFuture<Tidied> tidying =
                    CompletableFuture.supplyAsync(() -> retention().tidy());
            await("the first look has seen no row")
                    .until(() ->
                            database.number("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory'")
                                    == 1);
            server.commit();
            answer(gate, "SELECT pg_advisory_unlock(" + LOOK + ")");
            assertThat(tidying.get(60, TimeUnit.SECONDS).partitions())
                    .containsEntry("outbox_" + DAY.format(today), "pending");
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(1);
    }

    /** A day is looked at twice: first without a lock, then behind the lock under which it is counted. */
    @ParameterizedTest(name = "look {0}")
    @ValueSource(ints = {1, 2})
    void bothDirectionsGoOnWhileAnOldDayIsCounted(int look) throws Exception {
        database.execute(
                "CREATE SEQUENCE counting; CREATE OR REPLACE FUNCTION c4i.day_has_pending(day date) RETURNS boolean"
                        + " LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN IF nextval('public.counting') < " + look
                        + " THEN RETURN false; END IF;"
                        + " WHILE NOT pg_try_advisory_xact_lock_shared(77) LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN true; END $$;"
                        + " GRANT USAGE ON SEQUENCE counting TO c4i_owner");
        setToday(30);
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code)"
                + " VALUES (7, now(), 'B', 'rejected', 'GW-301')");
        try (Connection gate = database.owner();
                Statement statement = gate.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(77)");
            CompletableFuture<Tidied> tidying =
                    CompletableFuture.supplyAsync(() -> retention().tidy());
            while (database.number("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM counting") < look) {
                assertThat(tidying).isNotDone();
            }

            database.submit(3, "out", "B");
            new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8)
                    .write(List.of(message()), List.of(), Map.of());

            assertThat(new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000).drain())
                    .containsExactly("out");
            assertThat(database.number("SELECT count(*) FROM c4i.inbox")).isEqualTo(1);
            outbox.takenAfterAll(OutboxProbe.B, Set.of(7L));
            assertThat(database.column("SELECT state FROM c4i.delivery WHERE sequence = 7"))
                    .containsExactly("delivered");
            assertThat(tidying).isNotDone();
            statement.execute("SELECT pg_advisory_unlock(77)");
            assertThat(tidying.get(60, TimeUnit.SECONDS).partitions()).containsValues("dropped", "pending");
        }
    }

    @Test
    void movesStrayRowsWhileMoreOfThemCome() throws Exception {
        for (String parent : List.of("outbox", "delivery", "inbox")) {
            database.execute("DROP TABLE c4i." + parent + "_" + DAY.format(today));
        }
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> submitUntil(enough));
        try {
            for (int i = 0; i < 20; i++) {
                retention().tidy();
            }
            assertThat(database.number("SELECT c4i.default_partition_rows()")).isZero();
        } finally {
            enough.set(true);
            load.get(60, TimeUnit.SECONDS);
        }
        assertThat(database.number("SELECT c4i.default_partition_rows()")).isZero();
    }

    @Test
    void whoWaitsWhileRowsMoveToTheirDaySeesThem() throws Exception {
        for (String parent : List.of("outbox", "delivery", "inbox")) {
            database.execute("DROP TABLE c4i." + parent + "_" + DAY.format(today));
        }
        database.submit(3, "stray", "B");
        OutboxProbe probe = new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
        try (Connection maintenance = database.owner()) {
            maintenance.setAutoCommit(false);
            assertThat(answer(maintenance, "SELECT c4i.create_partition('outbox', DATE '" + today + "')"))
                    .isEqualTo("created");

            CompletableFuture<List<String>> reading = CompletableFuture.supplyAsync(probe::drain);
            awaitLockOrEnd(reading);
            maintenance.commit();

            assertThat(reading.get(60, TimeUnit.SECONDS)).containsExactly("stray");
        }
    }

    private void submitUntil(AtomicBoolean enough) {
        try (Connection server = database.app()) {
            while (!enough.get()) {
                TestSubmission.submit(server, 3, "m", "B");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A look for pending rows of a day ends when it has that advisory lock, and so after what is committed meanwhile.
     */
    private void letLooksEndBehind(int lock) throws SQLException {
        database.execute("ALTER FUNCTION c4i.day_has_pending(date) RENAME TO day_has_pending_now");
        database.execute("CREATE FUNCTION c4i.day_has_pending(day date) RETURNS boolean LANGUAGE plpgsql AS $$"
                + " DECLARE pending CONSTANT boolean := c4i.day_has_pending_now(day);"
                + " patience CONSTANT text := current_setting('lock_timeout');"
                + " BEGIN PERFORM set_config('lock_timeout', '0', true);"
                + " PERFORM pg_advisory_xact_lock_shared(" + lock + ");"
                + " PERFORM set_config('lock_timeout', patience, true); RETURN pending; END $$");
    }

    private void setToday(int days) throws SQLException {
        database.execute("CREATE OR REPLACE FUNCTION c4i.today() RETURNS date LANGUAGE sql STABLE"
                + " AS $$ SELECT (now() AT TIME ZONE 'UTC')::date + " + days + " $$");
    }

    /** Until the other session waits for a lock, or has done without. */
    private void awaitLockOrEnd(CompletableFuture<?> other) throws Exception {
        while (!other.isDone()
                && database.number(
                                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation::regclass::text LIKE 'c4i.%'")
                        == 0) {
            try {
                other.get(10, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // Not yet.
            }
        }
    }

    private Message message() {
        return new Message(
                new MessageId(A, 1),
                "S201",
                Precedence.ROUTINE,
                List.of(OutboxProbe.B),
                Instant.now(),
                Instant.MAX,
                "",
                "",
                new byte[1]);
    }

    private Retention retention() {
        return new Retention(database.bridgePool(), RetentionFixture.WEEKS, InstantSource.system());
    }
}
