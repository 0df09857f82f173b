package org.c4igateway.dbbridge.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
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
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class RetentionTest {
    private static final SystemName A = new SystemName("A");
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

    private final Instant now = Instant.now();
    private final LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    private TestDatabase database;
    private JdbcOutbox outbox;
    private LedgerReader ledger;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), () -> 0, A);
        this.ledger = new LedgerReader(database.bridgePool());
    }

    @Test
    void keepsPartitionsReadyForTheDaysToCome() throws SQLException {
        // The migration has made today's and a week; five days later five are missing for each of three tables.
        assertThat(tidyAfter(5).created()).isEqualTo(15);
        assertThat(tidyAfter(5).created()).isZero();
        assertThat(database.column("SELECT partition FROM c4i.partition_day WHERE parent = 'outbox'"))
                .contains("outbox_" + DAY.format(today), "outbox_" + DAY.format(today.plusDays(12)));
    }

    @Test
    void dropsOldDaysAndKeepsTheLedgerWhole() throws SQLException {
        database.submit(3, "m", "B");
        deliverAll();
        List<LedgerLine> before = ledger.lines();

        Tidied tidied = tidyAfter(8);

        String name = "outbox_" + DAY.format(today);
        assertThat(tidied.partitions()).containsEntry(name, "dropped");
        assertThat(database.column("SELECT to_regclass('c4i." + name + "')")).containsExactly("null");
        assertThat(database.column("SELECT to_regclass('c4i.delivery_" + DAY.format(today) + "')"))
                .containsExactly("null");
        assertThat(ledger.lines())
                .isEqualTo(before)
                .containsExactly(new LedgerLine(OutboxProbe.B, 1, 1, 0, 0, 0, 0, 0));
        assertThat(ledger.recount()).isEqualTo(before);
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
        JdbcInbox inbox = new JdbcInbox(database.bridgePool(), () -> 0);
        inbox.write(List.of(message(1)), List.of());
        assertThat(tidyAfter(10).partitions()).containsEntry("inbox_" + DAY.format(today), "dropped");

        assertThat(inbox.write(List.of(message(1)), List.of()).duplicates()).isEqualTo(1);
        assertThat(tidyAfter(29).keysForgotten()).isZero();
        assertThat(tidyAfter(31).keysForgotten()).isEqualTo(1);
    }

    @Test
    void countsRowsThatMissedTheirPartitionAndMovesThem() throws SQLException {
        database.execute("DROP TABLE c4i.outbox_" + DAY.format(today));
        database.submit(3, "stray", "B");
        assertThat(database.number("SELECT c4i.default_partition_rows()")).isEqualTo(1);

        assertThat(tidyAfter(0).strayRows()).isZero();

        assertThat(database.number("SELECT count(*) FROM c4i.outbox_" + DAY.format(today)))
                .isEqualTo(1);
        assertThat(probe().drain()).containsExactly("stray");
        assertThat(ledger.lines()).isEqualTo(ledger.recount()).hasSize(1);
    }

    @Test
    void addsUpTheSummaryWithoutChangingIt() throws SQLException {
        for (int i = 0; i < 20; i++) {
            database.submit(3, "m", "B");
        }
        deliverAll();
        List<LedgerLine> before = ledger.lines();

        assertThat(retention(0).compact()).isEqualTo(21);

        assertThat(database.number("SELECT count(*) FROM c4i.ledger_entry")).isEqualTo(2);
        assertThat(ledger.lines()).isEqualTo(before);
    }

    @Test
    void forgetsOldDeadLetters() throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (direction, source, code, reason, payload)"
                + " SELECT 'inbound', 'wire', 'GW-307', 'noise', '' FROM generate_series(1, 10001)");

        assertThat(tidyAfter(89).deadLettersForgotten()).isZero();
        assertThat(tidyAfter(91).deadLettersForgotten()).isEqualTo(10_001);
    }

    private Tidied tidyAfter(int days) {
        return retention(days).tidy();
    }

    private Retention retention(int days) {
        Clock clock = Clock.fixed(now.plus(Duration.ofDays(days)), ZoneOffset.UTC);
        return new Retention(database.bridgePool(), RetentionPolicy.DEFAULT, clock);
    }

    private void deliverAll() {
        outbox.record(
                probe().read().rows().stream()
                        .map(row ->
                                new DeliveryOutcome(row.message(), OutboxProbe.B, DeliveryState.DELIVERED, null, ""))
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
