package org.c4igateway.dbbridge.retention;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
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
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
abstract class RetentionFixture {
    /** A week of rows, a month of identities, a quarter of dead letters. */
    static final RetentionPolicy WEEKS = new RetentionPolicy(RetentionPolicy.DAYS_AHEAD, 7, 7, 30, 90);

    static final SystemName A = new SystemName("A");
    static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

    final Instant now = Instant.now();
    final LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    TestDatabase database;
    JdbcOutbox outbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), () -> 0, A);
    }

    void insertInbox(String age, int sequence) throws SQLException {
        database.execute("INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now() - interval '" + age
                + "', 'B', " + sequence + ", 'S201', 3, '{A}', now(), NULL, '', '', ''");
    }

    void insertLetter(String age) throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (at, direction, source, code, reason, payload)"
                + " VALUES (now() - interval '" + age + "', 'inbound', 'wire', 'GW-307', 'noise', '')");
    }

    Tidied tidyAfter(int days) throws SQLException {
        setToday(days);
        return retention(WEEKS, now).tidy();
    }

    /** Takes the day of the database, by which everything here is measured, forward. */
    void setToday(int days) throws SQLException {
        database.execute("CREATE OR REPLACE FUNCTION c4i.today() RETURNS date LANGUAGE sql STABLE"
                + " AS $$ SELECT (now() AT TIME ZONE 'UTC')::date + " + days + " $$");
    }

    Retention retention(RetentionPolicy policy, Instant nodeTime) {
        return new Retention(database.bridgePool(), policy, InstantSource.fixed(nodeTime));
    }

    void deliverAll() {
        outbox.record(
                probe().read().rows().stream()
                        .map(row -> new DeliveryOutcome(
                                row.message(), OutboxProbe.B, DeliveryState.DELIVERED, null, "", null))
                        .toList(),
                List.of());
    }

    OutboxProbe probe() {
        return new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
    }

    Message message(long sequence) {
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
