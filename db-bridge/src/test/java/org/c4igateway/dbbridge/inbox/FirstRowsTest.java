package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.store.Inbox.Parked;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A number was given twice, and the second row that has it is sent again: the first one is another message. */
@ExtendWith(PostgresExtension.class)
@SuppressWarnings("NullAway.Init") // set before each test
class FirstRowsTest {
    private static final Instant CREATED = Instant.parse("2026-11-21T12:34:56.123456Z");

    private TestDatabase database;
    private JdbcInbox inbox;

    @BeforeEach
    void open(TestDatabase given) throws SQLException {
        database = given;
        inbox = new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8);
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('B', 1)");
    }

    @Test
    void parksTheRepetitionOfARowThatWasRefusedUnderTheNumberOfAnother() throws SQLException {
        write(message(1, "a"));
        refuse(message(1, "b"));

        assertReused(write(message(9, "c"), repetition(5, 1, "b")), repetition(5, 1, "b"));
        assertReused(write(repetition(5, 1, "b")), repetition(5, 1, "b"));
        assertThat(write(repetition(6, 1, "a")).duplicates()).isEqualTo(1);

        assertThat(arrived()).containsExactly("1 a", "9 c");
        assertThat(database.column("SELECT concat_ws(' ', origin_sequence, code, repeats) FROM c4i.dead_letter"))
                .containsExactlyInAnyOrder("1 GW-303", "5 GW-310 1");
        assertThat(inbox.delivered(Set.of(MessageKey.of(repetition(5, 1, "b")))))
                .isEmpty();
    }

    /** It was refused by its origin, or had expired there. */
    @Test
    void parksTheRepetitionOfARowThatNeverCameAndHasTheNumberOfAnother() throws SQLException {
        for (int number = 1; number <= 20; number++) {
            write(message(number, "a" + number));
        }

        Written written = write(
                repetition(21, 7, "b"), repetition(22, 8, "a8"), repetition(23, 20, "b"), repetition(24, 99, "b"));

        assertThat(written.parked())
                .extracting(parked -> parked.key().id().sequence())
                .containsExactly(21L, 23L);
        assertThat(written.duplicates()).isEqualTo(1);
        assertThat(arrived()).hasSize(21).contains("24 b");
    }

    @Test
    void doesNotPutItBackForTheOther() throws SQLException {
        write(message(1, "a"));
        refuse(message(1, "b"));
        refuse(repetition(5, 1, "b"));
        database.execute("SELECT c4i.readmit('chief', 'x', ids => '{2}')");
        Message back = Objects.requireNonNull(inbox.readmissions().getFirst().message());

        assertReused(write(back), repetition(5, 1, "b"));
    }

    @Test
    void doesNotCallDeliveredWhatIsRefusedForAnotherReason() throws SQLException {
        write(message(1, "a"));
        refuse(message(1, "b"));

        assertThat(refuse(repetition(5, 1, "b")).delivered()).isEmpty();
        assertThat(refuse(repetition(6, 1, "a")).delivered()).containsExactly(MessageKey.of(repetition(6, 1, "a")));
        assertThat(database.column("SELECT origin_sequence FROM c4i.dead_letter ORDER BY 1"))
                .containsExactly("1", "5");
    }

    /** The number was taken by a repetition, so that no row of the inbox has it. */
    @Test
    void comparesWithTheRowThatARepetitionStandsFor() throws SQLException {
        refuse(message(1, "a"));
        write(repetition(5, 1, "a"));
        write(message(1, "b"));

        assertReused(write(repetition(6, 1, "b")), repetition(6, 1, "b"));
        assertReused(write(repetition(7, 1, "c")), repetition(7, 1, "c"));
        assertThat(write(repetition(8, 1, "a")).duplicates()).isEqualTo(1);
        assertThat(arrived()).containsExactly("5 a");
    }

    @Test
    void keepsApartTwoRowsOfANumberThatWereBothRefused() throws SQLException {
        refuse(message(1, "a"));
        refuse(message(1, "b"));
        write(repetition(5, 1, "a"));

        assertThat(readmit()).containsExactly("1 received", "2 conflict");
        assertReused(write(message(1, "b")), message(1, "b"));
        assertReused(write(repetition(6, 1, "b")), repetition(6, 1, "b"));
        assertThat(write(message(1, "a"), repetition(7, 1, "a")).duplicates()).isEqualTo(2);
        assertThat(arrived()).containsExactly("5 a");
    }

    /** The row that is repeated was refused by its origin, or its dead letter is deleted. */
    @Test
    void keepsApartTheRowsOfANumberOfWhichTheOtherWasRefused() throws SQLException {
        refuse(message(1, "b"));
        write(repetition(5, 1, "a"));

        assertThat(readmit()).containsExactly("1 conflict");
        assertReused(write(message(1, "b")), message(1, "b"));
        assertReused(write(repetition(6, 1, "b")), repetition(6, 1, "b"));
        assertThat(write(repetition(7, 1, "a")).duplicates()).isEqualTo(1);
        assertThat(arrived()).containsExactly("5 a");
    }

    @Test
    void takesANumberForItsRowWhereNothingElseIsKept() throws SQLException {
        write(message(1, "a"), message(2, "a"));
        database.execute("DELETE FROM c4i.inbox WHERE origin_sequence = 1;"
                + " UPDATE c4i.inbox_key SET digest = NULL WHERE origin_sequence = 2");

        assertThat(write(repetition(5, 1, "b"), repetition(6, 2, "b")).duplicates())
                .isEqualTo(2);
    }

    private Written write(Message... messages) {
        return inbox.write(List.of(messages), List.of(), Map.of());
    }

    private Written refuse(Message message) {
        return inbox.write(
                List.of(),
                List.of(new DeadLetter(message, "dds A", ErrorCode.MALFORMED_PAYLOAD, "bad", message.payload())),
                Map.of());
    }

    private List<String> readmit() throws SQLException {
        return database.column("SELECT concat_ws(' ', dead_letter, verdict)"
                + " FROM c4i.readmit('chief', 'x', since => '-infinity')");
    }

    private List<String> arrived() throws SQLException {
        return database.column("SELECT origin_sequence || ' ' || convert_from(payload, 'UTF8') FROM c4i.received"
                + " ORDER BY received_id");
    }

    private static void assertReused(Written written, Message message) {
        assertThat(written)
                .isEqualTo(new Written(
                        0,
                        List.of(new Parked(MessageKey.of(message), ErrorCode.IDENTITY_REUSED, InboxTransaction.REUSED)),
                        Set.of()));
    }

    private static Message repetition(long sequence, long first, String text) {
        return message(sequence, text, first);
    }

    private static Message message(long sequence, String text) {
        return message(sequence, text, 0);
    }

    /** Each row has times of its own. */
    private static Message message(long sequence, String text, long repeats) {
        return new Message(
                new MessageId(new SystemName("A"), sequence),
                "S201",
                Precedence.IMMEDIATE,
                List.of(new SystemName("B")),
                CREATED.plusSeconds(sequence),
                CREATED.plusSeconds(2_000_000_000 + sequence),
                "label",
                "TRACK-1",
                text.getBytes(StandardCharsets.UTF_8),
                repeats);
    }
}
