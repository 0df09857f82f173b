package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.ledger.LedgerCompaction;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.Test;

class RetentionTest extends RetentionFixture {
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
    void goesOnWithOtherDaysAndTablesAfterOneThatFails() throws SQLException {
        database.execute("ALTER FUNCTION c4i.drop_day RENAME TO drop_day_as_ever");
        database.execute(
                "CREATE FUNCTION c4i.drop_day(parent text, day date, keep integer) RETURNS text LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF day = '" + today
                        + "' THEN RAISE EXCEPTION 'a broken index' USING ERRCODE = 'XX002'; END IF;"
                        + " RETURN c4i.drop_day_as_ever(parent, day, keep); END $$");

        assertThatThrownBy(() -> tidyAfter(31)).hasMessageContaining("a broken index");

        assertThat(database.column("SELECT partition FROM c4i.partition_day"))
                .contains("inbox_" + DAY.format(today), "inbox_" + DAY.format(today.plusDays(31)))
                .doesNotContain("inbox_" + DAY.format(today.plusDays(1)));
    }
}
