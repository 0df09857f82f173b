package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.dbbridge.inbox.Arrivals.labelled;
import static org.c4igateway.dbbridge.inbox.Arrivals.message;
import static org.c4igateway.dbbridge.inbox.Arrivals.parked;
import static org.c4igateway.dbbridge.inbox.Arrivals.received;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** One identity with two contents: never one for the other. */
@ExtendWith(PostgresExtension.class)
class InboxIdentityTest {
    private static final Message FIRST = message(1, "", "first");
    private static final Message OTHER = message(1, "", "other");

    private TestDatabase database;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
    }

    @Test
    void parksAnotherMessageOfAKnownIdentityWithItsBytes() throws SQLException {
        inbox.write(List.of(FIRST), List.of(), Map.of());

        Written written = inbox.write(List.of(OTHER, labelled(2, "")), List.of(), Map.of());

        assertThat(written.duplicates()).isZero();
        assertReused(written, OTHER);
        assertThat(received(database)).containsExactly("1 first", "2 payload 2");
        assertThat(parked(database)).containsExactly("1 GW-310 other");
        assertThat(new LedgerReader(database.bridgePool()).snapshot().origins())
                .containsExactly(new InboxLine("A", 2, 0, 1));
    }

    @Test
    void namesWhatItParksInAFieldOfTheLog() {
        Logger logger = (Logger) LoggerFactory.getLogger(BatchWrite.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            inbox.write(List.of(FIRST), List.of(), Map.of());
            inbox.write(List.of(OTHER), List.of(), Map.of());
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage()).startsWith("Parked A#1 S201");
            assertThat(event.getKeyValuePairs()).containsExactly(new KeyValuePair(MessageLog.FIELD, "A/1"));
        });
    }

    @Test
    void parksEachContentOnceHoweverOftenItComes() throws SQLException {
        inbox.write(List.of(FIRST), List.of(), Map.of());
        inbox.write(List.of(OTHER), List.of(), Map.of());

        assertReused(inbox.write(List.of(OTHER), List.of(), Map.of()), OTHER);
        inbox.write(List.of(message(1, "", "third")), List.of(), Map.of());
        assertThat(inbox.write(List.of(FIRST), List.of(), Map.of()).duplicates())
                .isEqualTo(1);

        assertThat(parked(database)).containsExactly("1 GW-310 other", "1 GW-310 third");
    }

    @Test
    void takesTheFirstOfTwoContentsThatComeTogether() throws SQLException {
        Written written = inbox.write(List.of(FIRST, OTHER, FIRST), List.of(), Map.of());

        assertThat(written.duplicates()).isEqualTo(1);
        assertReused(written, OTHER);
        assertThat(received(database)).containsExactly("1 first");
    }

    @Test
    void takesEqualWordsSaidAtAnotherTimeForAnotherMessage() throws SQLException {
        Message again = new Message(
                FIRST.id(),
                FIRST.topicId(),
                FIRST.precedence(),
                FIRST.destinations(),
                FIRST.createdAt().plusSeconds(1),
                Instant.MAX,
                "",
                "",
                FIRST.payload());
        inbox.write(List.of(FIRST), List.of(), Map.of());

        assertReused(inbox.write(List.of(again), List.of(), Map.of()), again);
    }

    @Test
    void knowsAMessageThatComesForOtherDestinations() {
        inbox.write(List.of(FIRST), List.of(), Map.of());

        Written written =
                inbox.write(List.of(FIRST.to(List.of(new SystemName("B"), new SystemName("C")))), List.of(), Map.of());

        assertThat(written).isEqualTo(new Written(1, List.of(), Set.of()));
    }

    @Test
    void takesAnyContentForTheSameWhereAnOlderReleaseWroteTheKey() throws SQLException {
        inbox.write(List.of(FIRST), List.of(), Map.of());
        database.execute("UPDATE c4i.inbox_key SET digest = NULL");

        assertThat(inbox.write(List.of(OTHER), List.of(), Map.of())).isEqualTo(new Written(1, List.of(), Set.of()));
    }

    @Test
    void doesNotCallDeliveredWhatIsRefusedUnderAKnownIdentity() throws SQLException {
        inbox.write(List.of(FIRST), List.of(), Map.of());

        Written written = inbox.write(
                List.of(),
                List.of(new DeadLetter(OTHER, "jms A", ErrorCode.EXPIRED, "too late", OTHER.payload())),
                Map.of());

        assertThat(written.delivered()).isEmpty();
        assertThat(parked(database)).containsExactly("1 GW-304 other");
        assertThat(inbox.delivered(Set.of(MessageKey.of(FIRST), MessageKey.of(OTHER))))
                .containsExactly(MessageKey.of(FIRST));
    }

    @Test
    void numbersThatTheServerHasReadPastAreNotGivenAgainAfterARestore() throws SQLException {
        for (long sequence = 1; sequence <= 20; sequence++) {
            inbox.write(List.of(labelled(sequence, "")), List.of(), Map.of());
        }
        long last = database.number("SELECT max(received_id) FROM c4i.received");
        // As in a backup, or on a standby that lagged behind.
        database.execute("DELETE FROM c4i.inbox WHERE received_id > " + (last - 10));
        database.execute("DELETE FROM c4i.inbox_key WHERE origin_sequence > 10");
        database.execute("SELECT setval('c4i.inbox_sequence', " + (last - 10) + ")");

        database.execute("SELECT c4i.after_restore()");
        inbox.write(List.of(labelled(21, "")), List.of(), Map.of());

        assertThat(database.column("SELECT origin_sequence FROM c4i.received WHERE received_id > " + last))
                .containsExactly("21");
    }

    /** Rows as their origin reads and sends them, and the function that an administrator uses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'S201', 3, '{B}', '\\x00ff80'",
                "'S201', 3, '{B,C}', convert_to('한글', 'UTF8'), now() + interval '1 hour', '비밀', 'TRACK 1'",
                "'T', 3, '{B}', ''",
                "'T', 3, '{B}', 'x', 'infinity'",
                "'T', 3, '{B}', 'x', '-infinity'",
                "'T', 3, '{B}', 'x', '2262-04-11 23:47:16.854775+00'",
                "'T', 3, '{B}', 'x', '2262-04-11 23:47:16.854776+00'",
                "'T', 3, '{B}', 'x', '1969-12-31 23:59:59.999999+00'",
            })
    void isComputedAlikeInTheDatabase(String arguments) throws SQLException {
        database.execute("SELECT c4i.submit(" + arguments + ")");
        Message message = new OutboxProbe(
                        new JdbcOutbox(database.bridgePool(), () -> 0, new SystemName("A")),
                        ReadPosition.START,
                        1,
                        Long.MAX_VALUE)
                .read()
                .rows()
                .getFirst()
                .message();

        assertThat(database.number("SELECT c4i.content_digest(topic_id, precedence, created_at, expires_at, label,"
                        + " subject, payload) FROM c4i.outbox"))
                .isEqualTo(ContentDigest.of(message));
    }

    private static void assertReused(Written written, Message expected) {
        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key()).isEqualTo(MessageKey.of(expected));
            assertThat(parked.code()).isEqualTo(ErrorCode.IDENTITY_REUSED);
        });
    }
}
