package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of a server elsewhere, on a real one: whatever step a node dies at, each row is a message once. */
abstract class TableBridgeCases extends BridgedTablesFixture {
    TableBridgeCases(ForeignServer server) {
        super(server);
    }

    @Test
    void takesEachRowOnceAndMarksIt() throws SQLException {
        for (int no = 1; no <= 7; no++) {
            insert(no, 17, "적 " + no);
        }
        elsewhere("UPDATE legacy.tx SET status = 10 WHERE no = 7");

        turn();
        turn();

        assertNoProblem();
        assertThat(outbox())
                .hasSize(6)
                .startsWith("A004|0|BRAVO|4102444800|적 1")
                .endsWith("A004|0|BRAVO|4102444800|적 6");
        assertThat(read("SELECT status FROM legacy.tx ORDER BY no"))
                .containsExactly("21", "21", "21", "21", "21", "21", "10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUNCATE c4i.table_key", "ANALYZE c4i.table_key"})
    void findsKeysByTheirIndexInATableThatHasGrownSinceTheStatementWasPlanned(String statistics) throws SQLException {
        insert(1, 17, "one");
        turn();
        database().execute(statistics);
        addKeys(1_000, 3_500);
        insert(2, 17, "two");
        turn();
        addKeys(3_501, 22_500);
        long before = keyRowsRead(21_503);
        insert(3, 17, "three");

        turn();

        assertThat(outbox()).hasSize(3);
        assertThat(keyRowsRead(21_504) - before).isLessThan(100);
    }

    private void addKeys(int first, int last) throws SQLException {
        database()
                .execute("INSERT INTO c4i.table_key (source, key, sequence) SELECT 'there.tx', concat('1, ', n), n"
                        + " FROM generate_series(" + first + ", " + last + ") AS n");
    }

    /** @return how many rows of keys were read so far, as soon as the server has counted that many insertions */
    private long keyRowsRead(int insertions) {
        return Awaitility.await()
                .until(() -> keyRowsReadNow(insertions), OptionalLong::isPresent)
                .getAsLong();
    }

    private OptionalLong keyRowsReadNow(int insertions) throws SQLException {
        try (Connection session = database().bridgePool().getConnection();
                Statement statement = session.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
        }
        List<String> counted = database()
                .column("SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'table_key'"
                        + " AND n_tup_ins = " + insertions);
        return counted.stream().mapToLong(Long::parseLong).findFirst();
    }

    @Test
    void recognisesARowThatWasSubmittedAndNotYetMarked() throws SQLException {
        insert(1, 17, "one");
        turn();
        elsewhere("UPDATE legacy.tx SET status = 20");
        insert(2, 17, "two");

        turn();

        assertThat(outbox()).hasSize(2);
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void parksARowThatIsNoMessageWithItsKeyAndGoesOn() throws SQLException {
        insert(1, 17, "one");
        insert(2, 99, "of no kind");
        insert(3, 23, "three");

        turn();
        elsewhere("UPDATE legacy.tx SET status = 20");
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(2);
        assertThat(database()
                        .column("SELECT concat_ws('|', direction, source, code, reason, convert_from(payload, 'UTF8'))"
                                + " FROM c4i.dead_letter"))
                .containsExactly(
                        "outbound|table there.tx|GW-406|row 1, 2: topic '' does not have 1 to 64 characters|of no kind");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void readsOnByAWatermarkWhereItMayWriteNothingAndFindsRowsThatCameLate() throws SQLException, IOException {
        bridge("watermark: no\n    overlap: 10");
        insert(100, 17, "hundred");
        insert(103, 17, "later");
        turn();
        insert(95, 17, "committed late");
        insert(104, 17, "next");

        turn();
        turn();

        assertNoProblem();
        assertThat(payloads()).containsExactly("hundred", "later", "committed late", "next");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("20");
    }

    @Test
    void takesNothingAfterARestoreUntilItIsToldFromWhereToGoOn() throws SQLException, IOException {
        takeThreeAndRestore("watermark: no\n    overlap: 10");
        insert(104, 17, "written meanwhile");
        receive(1, "A004", "received");

        turn();

        assertThat(payloads()).containsExactly("in the backup");
        assertThat(meters.problems().get("there.tx")).startsWith("GW-414 ").contains("c4i.release_table('there.tx', ");
        assertThat(read("SELECT body FROM legacy.rx")).containsExactly("received");
        database().execute("SELECT c4i.release_table('there.tx', 103)");
        turn();
        insert(105, 17, "later");
        turn();
        assertNoProblem();
        assertThat(payloads()).containsExactly("in the backup", "written meanwhile", "later");
    }

    @Test
    void takesAllAfterARestoreButTheRowsThatItIsToldOf() throws SQLException, IOException {
        takeThreeAndRestore("watermark: no\n    overlap: 10");
        database().execute("SELECT c4i.release_table('there.tx', NULL, '{\"1, 102\"}')");

        turn();
        turn();

        assertNoProblem();
        assertThat(payloads()).containsExactly("in the backup", "three");
    }

    @Test
    void showsAfterARestoreThatRowsMayBeMarkedWhichNobodyHas() throws SQLException, IOException {
        takeThreeAndRestore(TAKEN);
        insert(104, 17, "written meanwhile");

        turn();

        assertThat(payloads()).containsExactly("in the backup");
        assertThat(meters.problems().get("there.tx")).startsWith("GW-414 ");
        elsewhere("UPDATE legacy.tx SET status = 20 WHERE no = 103");
        database().execute("SELECT c4i.release_table('there.tx', NULL)");
        turn();
        assertNoProblem();
        assertThat(payloads()).containsExactly("in the backup", "three", "written meanwhile");
        assertThatThrownBy(() -> database().execute("SELECT c4i.release_table('there.tx', 0)"))
                .hasMessageContaining("table there.tx is not held");
    }

    /** Three rows are taken, after the first of which the interface database was backed up; the node starts again. */
    private void takeThreeAndRestore(String how) throws SQLException, IOException {
        bridge(how);
        insert(101, 17, "in the backup");
        turn();
        insert(102, 17, "two");
        insert(103, 17, "three");
        turn();
        assertThat(outbox()).hasSize(3);
        database().execute("DELETE FROM c4i.outbox WHERE convert_from(payload, 'UTF8') <> 'in the backup'");
        database().execute("DELETE FROM c4i.table_key WHERE key <> '1, 101'");
        database().execute("UPDATE c4i.table_position SET position = 101");
        database().execute("SELECT c4i.after_restore()");
        bridge(how);
    }

    private List<String> payloads() throws SQLException {
        return outbox().stream()
                .map(row -> row.substring(row.lastIndexOf('|') + 1))
                .toList();
    }

    @Test
    void showsARowWithoutAWatermarkAndTakesTheOthers() throws SQLException, IOException {
        bridge("watermark: kind");
        insert(1, 17, "one");
        turn();
        elsewhere("INSERT INTO legacy.tx VALUES (1, 2, NULL, 9, 20, 'no kind', NULL, NULL)");

        insert(3, 17, "three");
        turn();

        assertThat(meters.problems().get("there.tx"))
                .isEqualTo("GW-413 1 rows cannot be read; row 1, 2: the watermark of a row is null");
        assertThat(outbox()).hasSize(2);
    }

    @Test
    void bringsEachMessageOnceAlsoWhenItsPositionWasNotSaved() throws SQLException {
        for (int sequence = 1; sequence <= 5; sequence++) {
            receive(sequence, "A004", "하나 " + sequence);
        }
        receive(6, "J071", "for others");
        turn();
        database().execute("DELETE FROM c4i.table_position");
        receive(7, "J095", "seven");

        turn();

        assertNoProblem();
        assertThat(read("SELECT concat(origin, '|', no, '|', kind, '|', body) FROM legacy.rx ORDER BY no"))
                .hasSize(6)
                .startsWith("BRAVO|1|17|하나 1")
                .endsWith("BRAVO|7|23|seven");
        assertThat(database().column("SELECT code FROM c4i.dead_letter")).isEmpty();
    }

    @Test
    void parksAMessageThatTheTableRefusesAndGoesOn() throws SQLException {
        receive(1, "A004", "one");
        receive(2, "A004", "longer than the column of the table is");
        receive(3, "A004", "three");

        turn();

        assertNoProblem();
        assertThat(read("SELECT body FROM legacy.rx ORDER BY no")).containsExactly("one", "three");
        assertThat(database()
                        .column("SELECT concat_ws('|', direction, source, code, origin_system, origin_sequence)"
                                + " FROM c4i.dead_letter"))
                .containsExactly("inbound|table there.rx|GW-407|BRAVO|2");
    }

    @Test
    void bringsNothingToATableThatCannotTellAMessageFromItsCopy() throws SQLException {
        elsewhere("DROP TABLE legacy.rx");
        elsewhere("CREATE TABLE legacy.rx (origin varchar(32), no bigint, kind integer, body varchar(20))");
        receive(1, "A004", "one");

        turn();

        assertThat(meters.problems().get("there.rx")).contains("GW-412").contains("no unique index");
        assertThat(read("SELECT body FROM legacy.rx")).isEmpty();
    }

    @Test
    void showsATableThatCannotBeReadAndGoesOnWhenItCan() throws SQLException {
        turn();
        elsewhere("ALTER TABLE legacy.tx RENAME TO " + server().renamed("away"));
        turn();
        assertThat(meters.problems().get("there.tx")).startsWith("GW-408 ");
        assertThat(meters.problems().get("there.rx")).isEmpty();

        elsewhere("ALTER TABLE legacy.away RENAME TO " + server().renamed("tx"));
        insert(1, 17, "one");
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
    }
}
