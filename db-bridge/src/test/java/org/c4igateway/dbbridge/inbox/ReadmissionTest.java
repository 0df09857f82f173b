package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.store.Readmission;
import org.c4igateway.core.store.Readmission.Outcome;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@SuppressWarnings("NullAway.Init") // set before each test
class ReadmissionTest {
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
    void givesBackTheMessageAsItCame() throws SQLException {
        Message never = message(1, Instant.MAX, "");
        Message limited = message(2, Instant.parse("2200-01-01T00:00:00.000001Z"), "\ube44\ubc00");
        park(never, limited);

        assertThat(readmit()).containsExactly("A/1 readmit", "A/2 readmit");
        assertThat(readmit()).containsExactly("A/1 waiting", "A/2 waiting");

        List<Readmission> waiting = inbox.readmissions();
        assertThat(waiting).extracting(Readmission::message).containsExactly(never, limited);
        assertThat(database.column("SELECT concat_ws('|', action, actor, sequence, destination, dead_letter)"
                        + " FROM c4i.operator_action"))
                .containsExactly("readmit|chief|1|B|1", "readmit|chief|2|B|2");
    }

    @Test
    void writesDownHowEachEndedAndLetsTheRefusedBeTriedAgain() throws SQLException {
        park(message(1, Instant.MAX, ""), message(2, Instant.MAX, ""));
        readmit();
        List<Readmission> waiting = inbox.readmissions();
        inbox.write(List.of(Objects.requireNonNull(waiting.getFirst().message())), List.of(), Map.of());
        inbox.end(waiting.getFirst(), new Outcome.Received());
        inbox.end(waiting.getLast(), new Outcome.Refused(ErrorCode.MALFORMED_PAYLOAD, "as\0before"));

        assertThat(inbox.readmissions()).isEmpty();
        assertThat(database.column("SELECT concat_ws('|', dead_letter, result, code, detail) FROM c4i.readmission"))
                .containsExactly("1|received|", "2|refused|GW-303|as before");
        assertThat(readmit()).containsExactly("A/1 received", "A/2 readmit");
    }

    @Test
    void refusesWhatIsNoWholeMessageOrHasExpiredOrMeetsAnotherOfItsIdentity() throws SQLException {
        inbox.write(
                List.of(message(4, Instant.MAX, "")),
                List.of(
                        new DeadLetter(null, "wire", ErrorCode.MALFORMED_ENVELOPE, "noise", new byte[] {1}),
                        letter(message(2, CREATED.plusSeconds(1), "")),
                        letter(message(3, Instant.MAX, "x".repeat(300))),
                        letter(message(4, Instant.MAX, "other"))),
                Map.of());

        assertThat(readmit()).containsExactly("null incomplete", "A/2 expired", "A/3 incomplete", "A/4 conflict");
        assertThat(inbox.readmissions()).isEmpty();
    }

    @Test
    void findsALetterThatIsGoneOrWasAltered() throws SQLException {
        park(message(1, Instant.MAX, ""), message(2, Instant.MAX, ""), message(3, Instant.MAX, ""));
        readmit();
        database.execute("DELETE FROM c4i.dead_letter WHERE id = 1");
        database.execute("UPDATE c4i.dead_letter SET label = 'altered' WHERE id = 2");
        database.execute("UPDATE c4i.dead_letter SET origin_system = 'no name' WHERE id = 3");

        assertThat(inbox.readmissions())
                .hasSize(3)
                .allSatisfy(readmission -> assertThat(readmission.message()).isNull());
    }

    @Test
    void recognisesTheRepetitionOfWhatWasPutBack() throws SQLException {
        park(message(1, Instant.MAX, ""));
        readmit();
        inbox.write(
                List.of(Objects.requireNonNull(inbox.readmissions().getFirst().message())), List.of(), Map.of());
        Message repetition = repetition(5, 1);

        assertThat(inbox.write(List.of(repetition), List.of(), Map.of()).duplicates())
                .isEqualTo(1);
        assertThat(inbox.write(List.of(repetition), List.of(), Map.of()).duplicates())
                .isEqualTo(1);

        assertThat(arrived()).containsExactly("1");
        assertThat(inbox.delivered(Set.of(MessageKey.of(repetition)))).hasSize(1);
        assertThat(inbox.write(List.of(), List.of(letter(repetition(6, 1))), Map.of())
                        .delivered())
                .hasSize(1);
    }

    @Test
    void recognisesTheDeadLetterOfWhatHasArrivedAsARepetition() throws SQLException {
        Message first = message(1, Instant.MAX, "");
        park(first, message(2, Instant.MAX, ""));
        database.execute("SELECT c4i.readmit('chief', 'x', ids => '{1}')");

        assertThat(inbox.write(List.of(repetition(5, 1), repetition(6, 2)), List.of(), Map.of())
                        .duplicates())
                .isZero();

        assertThat(readmit()).containsExactly("A/1 received", "A/2 received");
        Message waiting = Objects.requireNonNull(inbox.readmissions().getFirst().message());
        assertThat(inbox.write(List.of(waiting), List.of(), Map.of()).duplicates())
                .isEqualTo(1);
        assertThat(inbox.write(List.of(message(1, Instant.MAX, "other")), List.of(), Map.of())
                        .parked())
                .hasSize(1);
        assertThat(arrived()).containsExactly("5", "6");
    }

    @Test
    void takesOneOfSeveralRepetitionsThatArriveTogether() throws SQLException {
        List<Message> batch = new ArrayList<>(List.of(message(1, Instant.MAX, ""), repetition(5, 1), repetition(6, 1)));
        long seed = System.nanoTime();
        Collections.shuffle(batch, new Random(seed));

        assertThat(inbox.write(batch, List.of(), Map.of()).duplicates())
                .as("seed %d", seed)
                .isEqualTo(2);

        assertThat(arrived()).as("seed %d", seed).hasSize(1);
        assertThat(inbox.delivered(Set.copyOf(batch.stream().map(MessageKey::of).toList())))
                .hasSize(3);
    }

    @Test
    void remembersWhatARefusedRepetitionRepeats() throws SQLException {
        park(message(1, Instant.MAX, ""), repetition(5, 1));
        readmit();
        List<Readmission> waiting = inbox.readmissions();
        assertThat(waiting.getLast().message()).isEqualTo(repetition(5, 1));

        for (Readmission readmission : waiting) {
            inbox.write(List.of(Objects.requireNonNull(readmission.message())), List.of(), Map.of());
        }

        assertThat(arrived()).containsExactly("1");
    }

    @Test
    void tellsOriginsOnceOfWhatWasTaken() throws SQLException {
        park(message(1, Instant.MAX, ""), message(2, Instant.MAX, ""), message(3, Instant.MAX, ""));
        readmit();
        assertThat(inbox.untold(0)).isEmpty();
        List<Readmission> waiting = inbox.readmissions();
        inbox.end(waiting.get(0), new Outcome.Received());
        inbox.end(waiting.get(1), new Outcome.Refused(ErrorCode.MALFORMED_PAYLOAD, "as before"));
        inbox.end(waiting.get(2), new Outcome.There());

        List<Readmission.Taken> untold = inbox.untold(0);
        assertThat(untold).extracting(taken -> taken.message().sequence()).containsExactly(1L, 3L);
        inbox.told(untold.subList(0, 1));

        assertThat(inbox.untold(0)).isEqualTo(untold.subList(1, 2));
    }

    @Test
    void findsWhatToTellBehindMuchThatCannotBeToldNow() throws SQLException {
        database.execute("INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id,"
                + " code, reason, payload) SELECT 'inbound', 'jms', CASE WHEN n <= " + Inbox.MAX_UNTOLD
                + " THEN 'AWAY' ELSE 'A' END, n, 'S201', 'GW-303', 'bad', '' FROM generate_series(1, "
                + (Inbox.MAX_UNTOLD + 1) + ") AS n; INSERT INTO c4i.readmission (dead_letter, ended_at, result)"
                + " SELECT id, now(), 'received' FROM c4i.dead_letter ORDER BY id");

        List<Readmission.Taken> first = inbox.untold(0);
        List<Readmission.Taken> next = inbox.untold(first.getLast().id());

        assertThat(first).hasSize(Inbox.MAX_UNTOLD);
        assertThat(next).extracting(taken -> taken.message().origin().value()).containsExactly("A");
        assertThat(inbox.untold(next.getLast().id())).isEmpty();
    }

    private List<String> arrived() throws SQLException {
        return database.column("SELECT origin_sequence FROM c4i.received ORDER BY received_id");
    }

    private List<String> readmit() throws SQLException {
        List<String> lines = new ArrayList<>();
        database.column("SELECT concat_ws(' ', coalesce(message, 'null'), verdict)"
                        + " FROM c4i.readmit('chief', 'x', since => '-infinity')")
                .forEach(lines::add);
        return lines;
    }

    private void park(Message... messages) {
        List<DeadLetter> letters = new ArrayList<>();
        for (Message message : messages) {
            letters.add(letter(message));
        }
        inbox.write(List.of(), letters, Map.of());
    }

    private static DeadLetter letter(Message message) {
        return new DeadLetter(message, "dds A", ErrorCode.MALFORMED_PAYLOAD, "bad", message.payload());
    }

    private static Message repetition(long sequence, long first) {
        Message message = message(first, Instant.MAX, "");
        return new Message(
                new MessageId(message.id().origin(), sequence),
                message.topicId(),
                message.precedence(),
                message.destinations(),
                message.createdAt(),
                message.expiresAt(),
                message.label(),
                message.subject(),
                message.payload(),
                first);
    }

    private static Message message(long sequence, Instant expiresAt, String label) {
        return new Message(
                new MessageId(new SystemName("A"), sequence),
                "S201",
                Precedence.IMMEDIATE,
                List.of(new SystemName("B"), new SystemName("C")),
                CREATED,
                expiresAt,
                label,
                "TRACK-1",
                ("text " + sequence).getBytes(StandardCharsets.UTF_8));
    }
}
