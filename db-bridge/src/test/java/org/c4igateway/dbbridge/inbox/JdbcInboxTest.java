package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class JdbcInboxTest {
    private static final Instant CREATED = Instant.parse("2026-11-21T12:34:56.123456Z");

    private final AtomicLong epoch = new AtomicLong();
    private TestDatabase database;
    private JdbcInbox inbox;
    private LedgerReader ledger;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.inbox = new JdbcInbox(database.bridgePool(), epoch::get, EdgeText.UTF_8);
        this.ledger = new LedgerReader(database.bridgePool());
    }

    @Test
    void keepsEveryFieldAndByte() throws SQLException {
        byte[] payload = {0, (byte) 0xff, (byte) 0xc3, 0x28, 10};
        Message message = new Message(
                new MessageId(new SystemName("A"), 7),
                "S201",
                Precedence.IMMEDIATE,
                List.of(new SystemName("B"), new SystemName("C")),
                CREATED,
                CREATED.plusSeconds(60),
                "비밀",
                "TRACK-1",
                payload);

        assertThat(inbox.write(List.of(message), List.of(), Map.of())).isEqualTo(new Written(0, List.of(), Set.of()));

        assertThat(database.column("SELECT concat_ws('|', origin_system, origin_sequence, topic_id, precedence,"
                        + " destinations::text, extract(epoch FROM created_at), expires_at - created_at, label, subject,"
                        + " encode(payload, 'hex')) FROM c4i.received"))
                .containsExactly("A|7|S201|1|{B,C}|1795264496.123456|00:01:00|비밀|TRACK-1|00ffc3280a");
    }

    @Test
    void keepsWhatWasFoundInAMessageAndNoMoreThanCanBeStored() throws SQLException {
        Message found = message(1);
        Message hostile = message(2);

        inbox.write(
                List.of(found, hostile, message(3)),
                List.of(),
                Map.of(found, "2:17: warning [text.double-slash] X", hostile, "1:1: warning [set.id] \0\ud800"));

        assertThat(database.column("SELECT origin_sequence || '|' || coalesce(finding, '-') FROM c4i.received"
                        + " ORDER BY received_id"))
                .containsExactly(
                        "1|2:17: warning [text.double-slash] X", "2|1:1: warning [set.id] \ufffd\ufffd", "3|-");
    }

    @Test
    void writesEachMessageOnceHoweverOftenItComes() throws SQLException {
        assertThat(inbox.write(List.of(message(1), message(2), message(1)), List.of(), Map.of()))
                .isEqualTo(new Written(1, List.of(), Set.of()));
        assertThat(inbox.write(List.of(message(2), message(3)), List.of(), Map.of()))
                .isEqualTo(new Written(1, List.of(), Set.of()));
        assertThat(inbox.write(List.of(message(1), message(2), message(3)), List.of(), Map.of()))
                .isEqualTo(new Written(3, List.of(), Set.of()));

        assertThat(received()).containsExactly("1", "2", "3");
        assertThat(ledger.snapshot().origins()).containsExactly(new InboxLine("A", 3, 5, 0));
    }

    @Test
    void tellsWhichMessagesItHas() {
        inbox.write(List.of(message(1), message(2)), List.of(), Map.of());

        Set<MessageKey> known = Set.of(MessageKey.of(message(1)), MessageKey.of(message(2)));
        assertThat(inbox.delivered(
                        Set.of(MessageKey.of(message(1)), MessageKey.of(message(2)), MessageKey.of(message(3)))))
                .isEqualTo(known);
        assertThat(inbox.delivered(Set.of())).isEmpty();
    }

    @Test
    void storesNeverExpiringMessagesWithoutExpiry() throws SQLException {
        inbox.write(List.of(message(1)), List.of(), Map.of());

        assertThat(database.column("SELECT expires_at FROM c4i.received")).containsExactly("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NUL\0", "lone \ud800 surrogate"})
    void parksAMessageWhoseEnvelopeNoColumnCanHold(String hostile) throws SQLException {
        Message poison = labelled(2, hostile);

        Written written = inbox.write(List.of(message(1), poison, message(3)), List.of(), Map.of());

        assertThat(written.duplicates()).isZero();
        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key()).isEqualTo(MessageKey.of(poison));
            assertThat(parked.code()).isEqualTo(ErrorCode.MALFORMED_ENVELOPE);
        });

        assertThat(received()).containsExactly("1", "3");
        assertThat(parked()).containsExactly("inbound|A|2|S201|GW-307|payload 2");
        assertThat(ledger.snapshot().origins()).containsExactly(new InboxLine("A", 2, 0, 1));
    }

    @Test
    void parksOnlyTheMessageThatTheDatabaseRefuses() throws SQLException {
        database.execute("ALTER TABLE c4i.inbox ADD CHECK (label <> 'refused')");

        Written written = inbox.write(
                List.of(message(1), message(2), labelled(3, "refused"), message(4), message(1)),
                List.of(new DeadLetter(null, "wire", ErrorCode.MALFORMED_ENVELOPE, "noise", new byte[] {1})),
                Map.of());

        assertThat(written.duplicates()).isEqualTo(1);
        assertThat(written.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.key().id()).isEqualTo(message(3).id());
            assertThat(parked.code()).isEqualTo(ErrorCode.DATABASE_REFUSED);
        });

        assertThat(received()).containsExactly("1", "2", "4");
        assertThat(database.number("SELECT count(*) FROM c4i.dead_letter")).isEqualTo(2);
        assertThat(parked()).contains("inbound|A|3|S201|GW-403|payload 3");
        assertThat(ledger.snapshot().origins())
                .containsExactly(new InboxLine("", 0, 0, 1), new InboxLine("A", 3, 1, 1));
    }

    @Test
    void keepsWhateverArrivedThatIsNoMessage() throws SQLException {
        inbox.write(
                List.of(),
                List.of(new DeadLetter(
                        null, "peer\0 10.0.0.1", ErrorCode.MALFORMED_ENVELOPE, "short\0", new byte[] {0, 1})),
                Map.of());

        assertThat(database.column(
                        "SELECT concat_ws('|', source, reason, encode(payload, 'hex')) FROM c4i.dead_letter"))
                .containsExactly("peer\ufffd 10.0.0.1|short\ufffd|0001");
    }

    @Test
    void parksARefusedMessageOnceHoweverOftenItComes() throws SQLException {
        DeadLetter letter = letter(message(1), ErrorCode.EXPIRED);

        Written first = inbox.write(List.of(), List.of(letter, letter), Map.of());
        Written again = inbox.write(List.of(), List.of(letter, letter(message(1), ErrorCode.UNKNOWN_TOPIC)), Map.of());

        assertThat(first.delivered()).isEmpty();
        assertThat(again.delivered()).isEmpty();
        assertThat(parked())
                .containsExactlyInAnyOrder(
                        "inbound|A|1|S201|" + ErrorCode.EXPIRED.code() + "|payload 1",
                        "inbound|A|1|S201|" + ErrorCode.UNKNOWN_TOPIC.code() + "|payload 1");
        assertThat(ledger.snapshot().origins()).containsExactly(new InboxLine("A", 0, 2, 2));
    }

    @Test
    void parksNothingThatWasDeliveredBefore() throws SQLException {
        inbox.write(List.of(message(1)), List.of(), Map.of());

        Written again = inbox.write(List.of(), List.of(letter(message(1), ErrorCode.EXPIRED)), Map.of());

        assertThat(again.delivered()).containsExactly(MessageKey.of(message(1)));
        assertThat(parked()).isEmpty();
        assertThat(ledger.snapshot().origins()).containsExactly(new InboxLine("A", 1, 1, 0));
    }

    private static DeadLetter letter(Message message, ErrorCode code) {
        return new DeadLetter(message, "test", code, "refused", message.payload());
    }

    @Test
    void writesNothingOnceAnotherBridgeHasTakenOver() throws SQLException {
        database.execute("SELECT c4i.take_lease('another')");

        assertFenced(() -> inbox.write(List.of(message(1)), List.of(), Map.of()));
        assertThat(received()).isEmpty();
    }

    @Test
    void commitsDurablyEvenWhereTheRoleDoesNot() throws SQLException {
        database.execute("ALTER ROLE test_bridge SET synchronous_commit = off");
        try (var connection = database.bridgePool().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SHOW synchronous_commit")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("local");
        } finally {
            database.execute("ALTER ROLE test_bridge RESET synchronous_commit");
        }
    }

    private List<String> received() throws SQLException {
        return database.column("SELECT origin_sequence FROM c4i.received ORDER BY received_id");
    }

    private List<String> parked() throws SQLException {
        return database.column("SELECT concat_ws('|', direction, origin_system, origin_sequence, topic_id, code,"
                + " convert_from(payload, 'UTF8')) FROM c4i.dead_letter WHERE origin_system IS NOT NULL");
    }

    private static Message message(long sequence) {
        return labelled(sequence, "");
    }

    private static Message labelled(long sequence, String label) {
        return new Message(
                new MessageId(new SystemName("A"), sequence),
                "S201",
                Precedence.ROUTINE,
                List.of(new SystemName("B")),
                CREATED,
                Instant.MAX,
                label,
                "",
                ("payload " + sequence).getBytes(StandardCharsets.UTF_8));
    }
}
