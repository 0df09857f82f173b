package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class SubmitTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "C4001 ; NULL, 3, '{B}', 'x'",
                "C4001 ; 'T', NULL, '{B}', 'x'",
                "C4001 ; 'T', 3, '{B}', NULL",
                "C4002 ; 'T', 3, NULL, 'x'",
                "C4002 ; 'T', 3, '{}', 'x'",
                "C4002 ; 'T', 3, array_fill('B'::text, ARRAY[257]), 'x'",
                "C4003 ; 'T', 3, ARRAY[NULL], 'x'",
                "C4003 ; 'T', 3, '{b}', 'x'",
                "C4003 ; 'T', 3, '{B C}', 'x'",
                "C4003 ; 'T', 3, '{-B}', 'x'",
                "C4003 ; 'T', 3, ARRAY[''], 'x'",
                "C4003 ; 'T', 3, ARRAY['B' || chr(10)], 'x'",
                "C4003 ; 'T', 3, ARRAY['한국'], 'x'",
                "C4003 ; 'T', 3, ARRAY[repeat('B', 33)], 'x'",
                "C4004 ; 'T', 4, '{B}', 'x'",
                "C4004 ; 'T', -1, '{B}', 'x'",
                "C4005 ; repeat('T', 65), 3, '{B}', 'x'",
                "C4005 ; 'T', 3, '{B}', 'x', NULL, repeat('l', 257)",
                "C4005 ; 'T', 3, '{B}', 'x', NULL, '', repeat('s', 129)",
                "C4006 ; 'T', 3, '{B}', convert_to(repeat('x', 16777217), 'UTF8')",
            })
    void refusesWhatCanNeverBeARow(String state, String arguments, TestDatabase database) throws SQLException {
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT c4i.submit(" + arguments + ")"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo(state))
                    .hasMessageContaining("Hint");
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'NOSUCH', 3, '{B}', 'x'",
                "'', 0, '{A}', ''",
                "'T', 3, '{UNKNOWN.SYSTEM_9-Z}', '\\x00ff'",
                "'T', 3, '{B}', 'x', '2001-01-01'",
                "'T', 3, '{B}', 'x', '-infinity'",
                "'T', 3, '{B}', convert_to(repeat('x', 16777216), 'UTF8')",
            })
    void acceptsAsARowWhateverTheBridgeHasToJudge(String arguments, TestDatabase database) throws SQLException {
        try (Connection app = database.app();
                Statement statement = app.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.submit(" + arguments + ")")) {
            row.next();
            assertThat(row.getLong(1)).isPositive();
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(1);
    }

    @Test
    void removesRepeatedDestinationsAndKeepsTheirOrder(TestDatabase database) throws SQLException {
        database.submit(3, "m", "C", "B", "C", "A", "B");

        assertThat(database.column("SELECT destinations FROM c4i.outbox")).containsExactly("{C,B,A}");
        assertThat(database.column("SELECT destination || n FROM c4i.ledger_entry ORDER BY 1"))
                .containsExactly("A1", "B1", "C1");
    }

    @Test
    void storesTextAsUtf8(TestDatabase database) throws SQLException {
        database.execute("SELECT c4i.submit_text('T', 3, '{B}', '한글')");

        assertThat(database.column("SELECT encode(payload, 'hex') || payload_size FROM c4i.outbox"))
                .containsExactly("ed959ceab8806");
    }

    @Test
    void submitsABatchInOrder(TestDatabase database) throws SQLException {
        String given = database.column("SELECT c4i.submit_batch('{T,U,V}', '{3,0,3}', '{B,\"C,B,C\",A}',"
                        + " ARRAY['x', '', 'z']::bytea[], labels => '{l,NULL,m}')")
                .getFirst();

        assertThat(database.column("SELECT array_agg(sequence ORDER BY sequence) FROM c4i.outbox"))
                .containsExactly(given);
        assertThat(database.column("SELECT concat_ws('|', topic_id, precedence, destinations::text, label,"
                        + " convert_from(payload, 'UTF8')) FROM c4i.outbox ORDER BY sequence"))
                .containsExactly("T|3|{B}|l|x", "U|0|{C,B}||", "V|3|{A}|m|z");
        assertThat(database.column("SELECT destination || n FROM c4i.ledger_entry ORDER BY 1"))
                .containsExactly("A1", "B2", "C1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "C4007 ; '{}', '{}', '{}', '{}'",
                "C4007 ; NULL, '{3}', '{B}', '{x}'",
                "C4007 ; '{T}', '{3,3}', '{B}', '{x}'",
                "C4007 ; '{T}', '{3}', '{B}', '{x}', '{}'",
                "C4007 ; array_fill('T'::text, ARRAY[10001]), array_fill(3, ARRAY[10001]),"
                        + " array_fill('B'::text, ARRAY[10001]), array_fill(''::bytea, ARRAY[10001])",
                "C4001 ; '{T,U}', '{3,3}', '{B,B}', '{x,NULL}'",
                "C4002 ; '{T,U}', '{3,3}', '{B,NULL}', '{x,y}'",
                "C4003 ; '{T,U}', '{3,3}', '{B,\"B,,C\"}', '{x,y}'",
                "C4004 ; '{T,U}', '{3,9}', '{B,B}', '{x,y}'",
            })
    void refusesAWholeBatchForOneBadMessage(String state, String arguments, TestDatabase database) throws SQLException {
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT c4i.submit_batch(" + arguments + ")"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo(state));
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isZero();
    }

    @Test
    void commitsDurablyEvenWhereTheServerDoesNot(TestDatabase database) throws SQLException {
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            app.setAutoCommit(false);
            statement.execute("SET synchronous_commit = off");
            statement.execute("SELECT c4i.submit('T', 3, '{B}', 'x')");
            try (ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("local");
            }
            app.commit();
            try (ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("off");
            }
        }
    }

    @Test
    void makesTheCommitDurableAlsoWhenTheSessionTakesThatBack(TestDatabase database) throws SQLException {
        // Fires at the commit, after the triggers whose names come before.
        database.execute("CREATE TABLE seen (setting text); CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql"
                + " SECURITY DEFINER AS $$ BEGIN INSERT INTO public.seen VALUES (current_setting('synchronous_commit'));"
                + " RETURN NULL; END $$; CREATE CONSTRAINT TRIGGER zz_look AFTER INSERT ON c4i.ledger_entry"
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION look()");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            app.setAutoCommit(false);
            statement.execute("SELECT c4i.submit('T', 3, '{B}', 'x')");
            statement.execute("SET LOCAL synchronous_commit = off");
            app.commit();
        }
        assertThat(database.column("SELECT setting FROM seen")).containsExactly("local");
    }

    @Test
    void isNotFooledByTheSearchPathOfTheCaller(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE SCHEMA trap; GRANT ALL ON SCHEMA trap TO PUBLIC;"
                        + " CREATE FUNCTION trap.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT '2001-01-01'::timestamptz $$");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            statement.execute("SET search_path = trap, pg_catalog");
            statement.execute("SELECT c4i.submit('T', 3, '{B}', 'x')");
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox WHERE created_at > '2020-01-01'"))
                .isEqualTo(1);
    }
}
