package org.c4igateway.dbbridge.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.trail.ReplayChoice.Source;
import org.junit.jupiter.api.Test;

class ReplaysTest extends ReplayFixture {
    @Test
    void repeatsARowForThoseWhoHaveNotGotIt() throws SQLException {
        long sequence = database.submit(1, "payload", "B", "C", "D", "E");
        end(sequence, "B", "delivered", null);
        end(sequence, "C", "rejected", "GW-303");
        end(sequence, "D", "rejected", "GW-301");

        List<ReplayLine> plan = plan(rows(sequence));
        assertThat(words(plan)).containsExactly("B delivered", "C replay", "D replay", "E pending");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(1);

        List<ReplayLine> done = replay(rows(sequence));

        assertThat(words(done)).isEqualTo(words(plan));
        assertThat(done.get(1).repeatedBy()).isEqualTo(done.get(2).repeatedBy()).hasValue(sequence + 1);
        assertThat(database.column("SELECT concat_ws('|', sequence, topic_id, precedence, destinations,"
                        + " convert_from(payload, 'UTF8')) FROM c4i.outbox WHERE sequence > " + sequence))
                .containsExactly((sequence + 1) + "|S201|1|{C,D}|payload");
        assertThat(database.column("SELECT concat_ws('|', actor, action, reason, sequence, destination, new_sequence)"
                        + " FROM c4i.operator_action ORDER BY destination"))
                .containsExactly(
                        "chief|replay|asked for|" + sequence + "|C|" + (sequence + 1),
                        "chief|replay|asked for|" + sequence + "|D|" + (sequence + 1));
        assertThat(new LedgerReader(pool).snapshot().balanced()).isTrue();
    }

    @Test
    void repeatsEachRowOnceHoweverOftenItIsAsked() throws SQLException {
        long sequence = database.submit(1, "payload", "B");
        end(sequence, "B", "rejected", "GW-303");
        replay(rows(sequence));

        List<ReplayLine> second = replay(again(sequence));

        assertThat(words(second)).containsExactly("B repeated");
        assertThat(second.getFirst().repeatedBy()).hasValue(sequence + 1);
        end(sequence + 1, "B", "rejected", "GW-303");
        ReplayChoice toB = to("B", false, 100);
        assertThat(words(replay(toB))).containsExactly("B repeated", "B replay");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(3);
    }

    /** Three rows at two a time; what the first run brought is not sent once more. */
    @Test
    void sendsAgainOnceHoweverOftenItIsRun() throws SQLException {
        for (int i = 0; i < 3; i++) {
            end(database.submit(1, "payload " + i, "B"), "B", "delivered", null);
        }

        assertThat(words(replay(to("B", true, 2)))).containsExactly("B replay", "B replay");
        for (String sequence : database.column("SELECT new_sequence::text FROM c4i.operator_action")) {
            end(Long.parseLong(sequence), "B", "delivered", null);
        }
        List<ReplayLine> second = replay(to("B", true, 2));
        assertThat(words(second)).containsExactly("B repeated", "B repeated", "B replay");
        long third = second.getLast().repeatedBy().orElseThrow();
        end(third, "B", "delivered", null);

        assertThat(words(replay(to("B", true, 3)))).containsExactly("B repeated", "B repeated", "B repeated");
        assertThat(words(replay(again(third)))).as("by its number").containsExactly("B replay");
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(7);
    }

    @Test
    void namesTheFirstRowUnlessTheDestinationGetsItAgainAsAsked() throws SQLException {
        long first = database.submit(1, "payload", "B", "C");
        end(first, "B", "rejected", "GW-303");
        end(first, "C", "delivered", null);

        List<ReplayLine> lines = replay(again(first));

        long toC = database.number("SELECT sequence FROM c4i.outbox WHERE destinations = '{C}'");
        long toB = database.number("SELECT sequence FROM c4i.outbox WHERE destinations = '{B}'");
        assertThat(lines).extracting(line -> line.repeatedBy().orElse(0L)).containsExactly(toB, toC);
        end(toB, "B", "rejected", "GW-303");
        end(toC, "C", "rejected", "GW-303");
        replay(rows(toB, toC));
        assertThat(database.column("SELECT concat_ws('|', destinations, repeats) FROM c4i.outbox ORDER BY sequence"))
                .containsExactlyInAnyOrder("{B,C}", "{C}", "{B}|" + first, "{B}|" + first, "{C}|" + toC);
    }

    /** Its destination has another message under that number, and would take the new row for that one. */
    @Test
    void namesNoNumberThatWasGivenTwice() throws SQLException {
        long first = database.submit(1, "payload", "B");
        end(first, "B", "rejected", "GW-303");
        replay(rows(first));
        end(first + 1, "B", "rejected", "GW-310");
        long other = database.submit(1, "payload", "B");
        end(other, "B", "rejected", "GW-310");

        assertThat(words(replay(rows(first + 1, other)))).containsExactly("B replay", "B replay");

        assertThat(database.column("SELECT coalesce(repeats::text, '-') FROM c4i.outbox ORDER BY sequence"))
                .containsExactly("-", first + "", "-", "-", "-");
    }

    @Test
    void countsWhatWasTakenAfterAllAsDelivered() throws SQLException {
        long sequence = database.submit(1, "payload", "B", "C");
        end(sequence, "B", "rejected", "GW-303");
        end(sequence, "C", "expired", "GW-304");
        String taken = "SELECT c4i.taken_after_all((SELECT epoch FROM c4i.lease), '%s', '{%d, 1}')";

        assertThat(database.number(taken.formatted("B", sequence))).isEqualTo(1);
        assertThat(database.number(taken.formatted("B", sequence))).isZero();
        assertThat(database.number(taken.formatted("C", sequence))).isZero();

        assertThat(database.column("SELECT concat_ws('|', destination, state, code, detail) FROM c4i.delivery"))
                .containsExactlyInAnyOrder("B|delivered|GW-318|refused first: GW-303 ", "C|expired|GW-304|");
        assertThat(words(plan(rows(sequence)))).containsExactly("B delivered", "C expired");
        assertThat(new LedgerReader(pool).snapshot().balanced()).isTrue();
    }

    @Test
    void sendsToWhoHasItOrMayHaveItOnlyWhenAsked() throws SQLException {
        long first = database.submit(1, "one", "B");
        for (int i = 0; i < 5; i++) {
            database.submit(1, "more", "B");
        }
        end(first, "B", "delivered", null);
        end(first + 1, "B", "sent", null);
        end(first + 2, "B", "rejected", "GW-308");
        end(first + 3, "B", "rejected", "GW-405");
        end(first + 4, "B", "superseded", null);
        end(first + 5, "B", "rejected", "GW-316");

        assertThat(words(plan(to("B", false, 100))))
                .containsExactly("B uncertain", "B uncertain", "B superseded", "B uncertain");
        assertThat(words(plan(rows(first, first + 1)))).containsExactly("B delivered", "B uncertain");
        assertThat(words(replay(to("B", true, 100)))).hasSize(6).containsOnly("B replay");
        assertThat(words(replay(to("B", true, 100)))).containsOnly("B repeated", "B pending");
    }

    @Test
    void givesWhatExpiredANewTimeOfTheSameLengthOnlyWhenAsked() throws SQLException {
        database.execute("SELECT c4i.submit('S201', 1, '{B}', 'x', now() + interval '1 hour')");
        database.execute("SELECT c4i.submit('S201', 1, '{B}', 'x', now() - interval '1 hour')");
        database.execute("SELECT c4i.submit('S201', 1, '{B}', 'x', 'infinity')");
        long first = database.number("SELECT min(sequence) FROM c4i.outbox");
        end(first, "B", "expired", "GW-304");
        end(first + 1, "B", "expired", "GW-304");
        end(first + 2, "B", "rejected", "GW-303");

        assertThat(words(plan(rows(first, first + 1, first + 2))))
                .containsExactly("B expired", "B lifeless", "B replay");
        ReplayChoice renewed = ReplayChoice.of(Source.ROWS, List.of(first, first + 1, first + 2), false, true);
        assertThat(words(replay(renewed))).containsExactly("B replay", "B lifeless", "B replay");
        assertThat(database.column("SELECT CASE WHEN isfinite(expires_at)"
                        + " THEN round(extract(epoch FROM expires_at - created_at))::text ELSE expires_at::text END"
                        + " FROM c4i.outbox WHERE sequence > " + (first + 2) + " ORDER BY sequence"))
                .containsExactly("3600", "infinity");
    }

    /** A day of the session's time zone may have 23 hours, and the sum of two times may be none. */
    @Test
    void givesTheSameLengthInAnyTimeZoneAndKeepsWhatNeverEnds() throws SQLException {
        database.execute("SELECT c4i.submit('S201', 1, '{B}', 'x', now() + interval '72 hours')");
        database.execute("SELECT c4i.submit('S201', 1, '{B}', 'x', '294276-12-31 23:59:59.999999Z')");
        long first = database.number("SELECT min(sequence) FROM c4i.outbox");
        end(first, "B", "rejected", "GW-303");
        end(first + 1, "B", "rejected", "GW-303");
        long tomorrow = database.number("SELECT (extract(doy FROM now() + interval '1 day') - 1)::integer");

        database.execute("SET TimeZone = 'WIN0SUM,%d,%d'; SELECT c4i.replay('chief', 'x', ids => '{%d,%d}')"
                .formatted(tomorrow, (tomorrow + 100) % 365, first, first + 1));

        assertThat(database.column("SELECT CASE WHEN expires_at < '2262-01-01'"
                        + " THEN round(extract(epoch FROM expires_at - created_at))::text"
                        + " ELSE extract(year FROM expires_at AT TIME ZONE 'UTC')::text END"
                        + " FROM c4i.outbox WHERE sequence > " + (first + 1) + " ORDER BY sequence"))
                .containsExactly("259200", "294276");
    }

    @Test
    void choosesByTopicTimeCodeAndLimitAndCountsTheRest() throws SQLException {
        for (int i = 0; i < 5; i++) {
            end(database.submit(1, "payload", "B"), "B", "rejected", i == 0 ? "GW-301" : "GW-303");
        }
        database.execute("SELECT c4i.submit('K05.4', 1, '{B}', 'x')");
        ReplayChoice choice = new ReplayChoice(
                Source.ROWS,
                List.of(),
                Optional.of("S*"),
                Optional.empty(),
                Optional.of(Instant.EPOCH),
                Optional.of(Instant.parse("2200-01-01T00:00:00Z")),
                Optional.of("GW-303"),
                false,
                false,
                3);

        List<ReplayLine> done = replay(choice);

        assertThat(words(done)).containsExactly("B replay", "B replay", "B replay");
        assertThat(done.getFirst().ofVerdict()).isEqualTo(4);
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(9);
    }

    @Test
    void repeatsTheRowsOfDeadLettersAndNamesWhatIsNotThere() throws SQLException {
        long sequence = database.submit(1, "payload", "B", "C");
        end(sequence, "B", "rejected", "GW-303");
        end(sequence, "C", "rejected", "GW-303");
        database.execute("INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id,"
                + " destination, code, reason, payload) VALUES ('outbound', 'outbox', 'ALPHA', " + sequence
                + ", 'S201', 'C', 'GW-303', 'bad', 'payload'), ('outbound', 'outbox', 'ALPHA', 1,"
                + " 'S201', 'C', 'GW-303', 'bad', 'payload')");
        long letter = database.number("SELECT min(id) FROM c4i.dead_letter");

        List<ReplayLine> done =
                replay(ReplayChoice.of(Source.SENT_LETTERS, List.of(letter, letter + 1, letter + 2), false, false));

        assertThat(words(done)).containsExactly("C unknown", "C replay", "- unknown");
        assertThat(new DeadLetterReader(pool).find(letter).orElseThrow().replayedAs())
                .hasValue(sequence + 1);
        assertThat(words(plan(rows(17L)))).containsExactly("- unknown");
    }

    @Test
    void refusesWhatChoosesNothingOrIsOutOfRange() {
        assertThatThrownBy(() -> database.execute("SELECT c4i.replay('chief', 'x')"))
                .hasMessageContaining("nothing is chosen");
        assertThatThrownBy(() -> database.execute("SELECT c4i.replay('', 'x', topic => 'S201')"))
                .hasMessageContaining("actor has 1 to 64 characters");
        assertThatThrownBy(() -> database.execute("SELECT c4i.replay_plan(topic => 'S(1')"))
                .hasMessageContaining("not a pattern of topics: 'S(1'");
        assertThatThrownBy(() -> database.execute("SELECT c4i.replay_plan(topic => 'S201', at_most => 10001)"))
                .hasMessageContaining("at_most is 1 to 10000, not 10001");
    }
}
