package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.ledger.LedgerCompaction;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class RetentionTest {
    /** A week of rows, a month of identities, a quarter of dead letters. */
    static final RetentionPolicy WEEKS = new RetentionPolicy(RetentionPolicy.DAYS_AHEAD, 7, 7, 30, 90);

    private static final SystemName A = new SystemName("A");
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

    private final Instant now = Instant.now();
    private final LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    private TestDatabase database;
    private JdbcOutbox outbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), () -> 0, A);
    }

    @Test
    void keepsPartitionsReadyForTheDaysToCome() throws SQLException {
        // The migration has made today's and a week; another week is missing for each of three tables.
        assertThat(tidyAfter(0).created()).isEqualTo(3 * 7);
        assertThat(tidyAfter(0).created()).isZero();
        assertThat(tidyAfter(5).created()).isEqualTo(15);
        assertThat(tidyAfter(5).after().daysAhead()).isEqualTo(14);
        assertThat(database.column("SELECT partition FROM c4i.partition_day WHERE parent = 'outbox'"))
                .contains("outbox_" + DAY.format(today), "outbox_" + DAY.format(today.plusDays(19)));
    }

    @Test
    void dropsOldDaysAndKeepsTheLedgerWhole() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        List<LedgerLine> before = database.ledger();

        Tidied tidied = tidyAfter(8);

        String name = "outbox_" + DAY.format(today);
        assertThat(tidied.partitions()).containsEntry(name, "dropped");
        assertThat(database.column("SELECT to_regclass('c4i." + name + "')")).containsExactly("null");
        assertThat(database.column("SELECT to_regclass('c4i.delivery_" + DAY.format(today) + "')"))
                .containsExactly("null");
        assertThat(database.ledger())
                .isEqualTo(before)
                .containsExactly(new LedgerLine(OutboxProbe.B, 1, 1, 0, 0, 0, 0, 0));
        assertThat(database.recount()).isEqualTo(before);
    }

    @Test
    void keepsTheLastWeek() throws SQLException {
        assertThat(tidyAfter(7).partitions()).doesNotContainKey("outbox_" + DAY.format(today));
    }

    @Test
    void neverDropsADayWithAPendingRow() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        database.submit(3, "pending", "B", "C");

        assertThat(tidyAfter(30).partitions()).containsEntry("outbox_" + DAY.format(today), "pending");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(2);
    }

    @Test
    void leavesADayThatIsInUse() throws SQLException {
        try (var reader = database.owner();
                var statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.execute("SELECT * FROM c4i.inbox_" + DAY.format(today));
            assertThat(tidyAfter(30).partitions()).containsEntry("inbox_" + DAY.format(today), "busy");
        }
        assertThat(tidyAfter(30).partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");
    }

    @Test
    void recognisesADuplicateAfterItsInboxDayWasDropped() throws SQLException {
        JdbcInbox inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
        inbox.write(List.of(message(1)), List.of(), Map.of());
        assertThat(tidyAfter(10).partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");

        assertThat(inbox.write(List.of(message(1)), List.of(), Map.of()).duplicates())
                .isEqualTo(1);
        assertThat(tidyAfter(30).keysForgotten()).isZero();
        assertThat(tidyAfter(31).keysForgotten()).isEqualTo(1);
    }

    @Test
    void countsRowsThatMissedTheirPartitionAndMovesThem() throws SQLException {
        database.execute("DROP TABLE c4i.outbox_" + DAY.format(today));
        database.submit(3, "stray", "B");
        assertThat(database.number("SELECT c4i.default_partition_rows()")).isEqualTo(1);

        assertThat(tidyAfter(0).after().strayRows()).isZero();

        assertThat(database.number("SELECT count(*) FROM c4i.outbox_" + DAY.format(today)))
                .isEqualTo(1);
        assertThat(probe().drain()).containsExactly("stray");
        assertThat(database.ledger()).isEqualTo(database.recount()).hasSize(1);
    }

    @Test
    void addsUpTheSummaryWithoutChangingIt() throws SQLException {
        for (int i = 0; i < 20; i++) {
            database.submit(3, "m", "B");
        }
        deliverAll();
        List<LedgerLine> before = database.ledger();

        assertThat(new LedgerCompaction(database.bridgePool()).compact()).isEqualTo(21);

        assertThat(database.number("SELECT count(*) FROM c4i.ledger_entry")).isEqualTo(2);
        assertThat(database.ledger()).isEqualTo(before);
    }

    @Test
    void forgetsOldDeadLetters() throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (direction, source, code, reason, payload)"
                + " SELECT 'inbound', 'wire', 'GW-307', 'noise', '' FROM generate_series(1, 10001)");

        assertThat(tidyAfter(90).deadLettersForgotten()).isZero();
        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(10_001);
    }

    @Test
    void deletesNothingOfTodayWhenTheClockOfThisNodeIsWeeksAhead() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8).write(List.of(message(1)), List.of(), Map.of());

        Tidied tidied = retention(WEEKS, now.plus(Duration.ofDays(100))).tidy();

        assertThat(tidied.partitions()).isEmpty();
        assertThat(tidied.after().clocksDisagree()).isTrue();
        assertThat(tidied.complete()).isFalse();
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM c4i.inbox")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_key")).isEqualTo(1);
    }

    @Test
    void deletesNothingOldEitherWhileTheClocksDisagree() throws SQLException {
        setToday(60);

        Tidied tidied = retention(WEEKS, now.minus(Duration.ofMinutes(2))).tidy();

        assertThat(tidied.partitions()).isEmpty();
        assertThat(tidied.created()).isPositive();
        assertThat(tidied.after().clockSkew()).isGreaterThan(Duration.ofMinutes(1));
    }

    @Test
    void keepsWhatTheOwnerOfTheDatabaseWantsKept() throws SQLException {
        RetentionPolicy greedy = new RetentionPolicy(1, 1, 1, 2, 0);
        new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8).write(List.of(message(1)), List.of(), Map.of());
        setToday(7);
        assertThat(retention(greedy, now).tidy().partitions()).doesNotContainKey("inbox_" + DAY.format(today));
        database.execute("UPDATE c4i.retention_floor SET inbox_days = 1");
        setToday(2);
        assertThat(retention(greedy, now).tidy().partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");

        setToday(30);
        assertThat(retention(greedy, now).tidy().keysForgotten()).isZero();
        database.execute("UPDATE c4i.retention_floor SET identity_days = 2");
        setToday(3);
        assertThat(retention(greedy, now).tidy().keysForgotten()).isEqualTo(1);
    }

    @Test
    void movesRowsOfDaysLongAgoOutOfTheDefaultPartitionAndDropsThemInTime() throws SQLException {
        for (int age : new int[] {400, 40, 3}) {
            database.execute("INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now() - interval '" + age
                    + " days', 'B', " + age + ", 'S201', 3, '{A}', now(), NULL, '', '', ''");
        }

        Tidied tidied = tidyAfter(0);

        assertThat(tidied.after().strayRows()).isZero();
        assertThat(tidied.partitions())
                .containsEntry("inbox_" + DAY.format(today.minusDays(400)), "dropped")
                .containsEntry("inbox_" + DAY.format(today.minusDays(40)), "dropped");
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_" + DAY.format(today.minusDays(3))))
                .isEqualTo(1);
    }

    /** Numbers grow with time, so these rows are younger than one of today. */
    @Test
    void keepsWhatCameWhileTheClockWasBehind() throws SQLException {
        insertInbox("0 days", 1);
        insertInbox("2000 days", 2);
        database.execute("INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at)"
                + " SELECT origin_system, origin_sequence, received_at FROM c4i.inbox");
        insertLetter("0 days");
        insertLetter("2000 days");
        String misdated = "inbox_" + DAY.format(today.minusDays(2000));

        Tidied tidied = tidyAfter(0);

        assertThat(tidied.partitions()).containsEntry(misdated, "misdated");
        assertThat(tidied.keysForgotten()).isZero();
        assertThat(tidied.deadLettersForgotten()).isZero();
        assertThat(database.number("SELECT count(*) FROM c4i.received")).isEqualTo(2);

        assertThat(tidyAfter(8).partitions()).as("as old as what came with it").containsEntry(misdated, "dropped");
        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(2);
    }

    /** A clock that was ahead for an hour keeps no present day for years. */
    @Test
    void dropsOldDaysAlthoughRowsOfTheFutureAreThere() throws SQLException {
        insertInbox("-300 days", 1);
        insertInbox("0 days", 2);

        assertThat(tidyAfter(8).partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");
    }

    private void insertInbox(String age, int sequence) throws SQLException {
        database.execute("INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now() - interval '" + age
                + "', 'B', " + sequence + ", 'S201', 3, '{A}', now(), NULL, '', '', ''");
    }

    private void insertLetter(String age) throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (at, direction, source, code, reason, payload)"
                + " VALUES (now() - interval '" + age + "', 'inbound', 'wire', 'GW-307', 'noise', '')");
    }

    /** A row that waited for days is needed as long as its final state is young. */
    @Test
    void keepsADayWhoseRowsGotTheirFinalStateLately() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        database.execute("UPDATE c4i.delivery SET at = now() + interval '5 days'");
        String day = "outbox_" + DAY.format(today);

        assertThat(tidyAfter(8).partitions()).containsEntry(day, "recent");
        assertThat(tidyAfter(12).partitions()).containsEntry(day, "recent");
        assertThat(tidyAfter(13).partitions()).containsEntry(day, "dropped");
    }

    @Test
    void keepsLettersThatWaitBeforeTheInboxOrThatTheirOriginIsNotToldOf() throws SQLException {
        for (int i = 0; i < 4; i++) {
            insertLetter("0 days");
        }
        database.execute(
                "INSERT INTO c4i.readmission (dead_letter, ended_at, result)"
                        + " SELECT id, nullif(now() + interval '80 days', CASE WHEN id % 4 = 1 THEN now() + interval '80 days' END),"
                        + " CASE id % 4 WHEN 2 THEN 'received' WHEN 3 THEN 'refused' END FROM c4i.dead_letter WHERE id % 4 > 0");

        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(2);

        assertThat(database.column(
                        "SELECT coalesce(r.result, 'waits') FROM c4i.dead_letter AS d JOIN c4i.readmission AS r"
                                + " ON r.dead_letter = d.id ORDER BY d.id"))
                .containsExactlyInAnyOrder("waits", "received");
        assertThat(tidyAfter(200).deadLettersForgotten()).as("told or not").isEqualTo(1);
    @Test
    void dropsAndForgetsWhatIsOldThoughNoPartitionCanBeMade() throws SQLException {
        new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8).write(List.of(message(1)), List.of(), Map.of());
        database.execute(
                "CREATE OR REPLACE FUNCTION"
                        + " c4i.create_partition(parent text, day date, patience_ms integer DEFAULT 100) RETURNS text"
                        + " LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$");

        assertThatThrownBy(() -> tidyAfter(31))
                .isInstanceOf(GatewayException.Transient.class)
                .hasMessageContaining("could not extend file");

        assertThat(database.column("SELECT to_regclass('c4i.inbox_" + DAY.format(today) + "')"))
                .containsExactly("null");
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_key")).isZero();
    }

    @Test
    void goesOnWithOtherDaysAndTablesAfterOneThatFails() throws SQLException {
        database.execute("ALTER FUNCTION c4i.drop_day RENAME TO drop_day_as_ever");
        database.execute("CREATE FUNCTION c4i.drop_day(parent text, day date) RETURNS text LANGUAGE plpgsql AS $$ BEGIN"
                + " IF day = '" + today + "' THEN RAISE EXCEPTION 'a broken index' USING ERRCODE = 'XX002'; END IF;"
                + " RETURN c4i.drop_day_as_ever(parent, day); END $$");

        assertThatThrownBy(() -> tidyAfter(31)).hasMessageContaining("a broken index");

        assertThat(database.column("SELECT partition FROM c4i.partition_day"))
                .contains("inbox_" + DAY.format(today), "inbox_" + DAY.format(today.plusDays(31)))
                .doesNotContain("inbox_" + DAY.format(today.plusDays(1)));
    }

    private Tidied tidyAfter(int days) throws SQLException {
        setToday(days);
        return retention(WEEKS, now).tidy();
    }

    /** Takes the day of the database, by which everything here is measured, forward. */
    private void setToday(int days) throws SQLException {
        database.execute("CREATE OR REPLACE FUNCTION c4i.today() RETURNS date LANGUAGE sql STABLE"
                + " AS $$ SELECT (now() AT TIME ZONE 'UTC')::date + " + days + " $$");
    }

    private Retention retention(RetentionPolicy policy, Instant nodeTime) {
        return new Retention(database.bridgePool(), policy, InstantSource.fixed(nodeTime));
    }

    private void deliverAll() {
        outbox.record(
                probe().read().rows().stream()
                        .map(row -> new DeliveryOutcome(
                                row.message(), OutboxProbe.B, DeliveryState.DELIVERED, null, "", null))
                        .toList(),
                List.of());
    }

    private OutboxProbe probe() {
        return new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
    }

    private Message message(long sequence) {
        return new Message(
                new MessageId(A, sequence),
                "S201",
                Precedence.ROUTINE,
                List.of(OutboxProbe.B),
                now,
                Instant.MAX,
                "",
                "",
                new byte[1]);
    }
}
