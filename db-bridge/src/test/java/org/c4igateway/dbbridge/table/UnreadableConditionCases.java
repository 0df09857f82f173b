package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A row for which the condition of the mapping fails, or that has no whole key, stops no other and is not lost. */
abstract class UnreadableConditionCases extends BridgedTablesFixture {
    /** Has no value for rows with the body "two". */
    private static final String FAILS_FOR_TWO =
            "status = 20 AND CASE body WHEN 'two' THEN (SELECT 1 UNION SELECT 2) ELSE 1 END = 1";

    UnreadableConditionCases(ForeignServer server) {
        super(server);
    }

    private void fails(String how) throws IOException {
        condition = FAILS_FOR_TWO;
        bridge(how);
    }

    @Test
    void parksARowForWhichTheConditionFailsOnceAndGoesOn() throws SQLException, IOException {
        fails(TAKEN);
        for (int no = 1; no <= 9; no++) {
            insert(no, 17, no == 5 ? "two" : "m" + no);
        }

        turn();
        insert(10, 17, "m10");
        turn();
        turn();

        assertThat(outbox()).hasSize(9);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 5: when: ");
        assertThat(database().column("SELECT convert_from(payload, 'UTF8') FROM c4i.dead_letter"))
                .containsExactly("two");
        assertThat(read("SELECT no FROM legacy.tx WHERE status = 20")).containsExactly("5");
        assertThat(count("there.tx", "parked")).isEqualTo(1);
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 1 rows ")
                .contains("row 1, 5: when: ");
    }

    @Test
    void takesARowOnceItsConditionCanBeJudged() throws SQLException, IOException {
        fails(TAKEN);
        for (int no = 1; no <= 4; no++) {
            insert(no, 17, no < 3 ? "two" : "m" + no);
        }
        turn();
        elsewhere("UPDATE legacy.tx SET body = 'mended' WHERE no = 1");
        elsewhere("DELETE FROM legacy.tx WHERE no = 2");
        turn();
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(3).endsWith("A004|0|BRAVO|4102444800|mended");
        assertThat(letters()).hasSize(2);
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
        assertThat(database().column("SELECT key FROM c4i.table_key ORDER BY 1"))
                .containsExactly("1, 1", "1, 3", "1, 4");
    }

    @ParameterizedTest
    @EnumSource(names = {"TABLE_READ", "TABLE_SUBMITTED", "TABLE_MARKED"})
    void takesAMendedRowOnceWhateverStepTheNodeDiesAt(Step last) throws SQLException, IOException {
        fails(TAKEN);
        insert(1, 17, "two");
        insert(2, 17, "other");
        turn();
        elsewhere("UPDATE legacy.tx SET body = 'mended' WHERE no = 1");
        steps = step -> {
            if (step == last) {
                throw new IllegalStateException("dies");
            }
        };
        assertThatThrownBy(this::turn).hasMessage("dies");
        steps = StepListener.NONE;
        fails(TAKEN);
        turn();
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(2);
        assertThat(letters()).hasSize(1);
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
        assertThat(database().column("SELECT key FROM c4i.table_key WHERE taken AND NOT aside ORDER BY 1"))
                .containsExactly("1, 1", "1, 2");
    }

    @Test
    void takesNoRowAgainWhoseConditionFailsLater() throws SQLException, IOException {
        fails(TAKEN);
        insert(1, 17, "one");
        insert(2, 17, "other");
        turn();
        elsewhere("UPDATE legacy.tx SET status = 20, body = 'two' WHERE no = 1");
        insert(3, 17, "three");
        turn();
        turn();
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 1 rows ")
                .contains("row 1, 1: when: ");
        elsewhere("UPDATE legacy.tx SET body = 'mended' WHERE no = 1");
        turn();
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(3);
        assertThat(letters()).isEmpty();
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void writesNothingIntoARowWhoseConditionFails() throws SQLException, IOException {
        fails(TAKEN + "\n    settled: {fault: detail}");
        insert(1, 17, "two");
        insert(2, 17, "other");

        turn();
        turn();

        assertThat(letters()).hasSize(1);
        assertThat(read("SELECT concat(status, ' ', coalesce(fault, 'none')) FROM legacy.tx WHERE no = 1"))
                .containsExactly("20 none");
    }

    @Test
    void holdsRowsWhileTheConditionFailsForAll() throws SQLException, IOException {
        fails(TAKEN);
        insert(1, 17, "two");
        insert(2, 17, "two");

        turn();

        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 2 rows ")
                .contains("row 1, 1: when: ");
        assertThat(letters()).isEmpty();

        insert(3, 17, "three");
        turn();

        assertThat(letters()).hasSize(2);
        assertThat(outbox()).singleElement().asString().endsWith("|three");
    }

    @Test
    void goesOnBehindARowForWhichTheConditionFailsWhereNothingIsMarked() throws SQLException, IOException {
        fails("watermark: no\n    overlap: 1");
        for (int no = 1; no <= 9; no++) {
            insert(no, 17, no == 2 ? "two" : "m" + no);
        }
        turn();
        turn();
        elsewhere("UPDATE legacy.tx SET body = 'mended' WHERE no = 2");
        insert(10, 17, "ten");
        turn();
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(10);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 2: when: ");
    }

    @Test
    void findsManyRowsForWhichTheConditionFails() throws SQLException, IOException {
        fails(TAKEN);
        for (int no = 1; no <= 120; no++) {
            insert(no, 17, no % 3 == 0 ? "two" : "m" + no);
        }
        turn();
        turn();

        assertThat(outbox()).hasSize(80);
        assertThat(letters()).hasSize(40);
        assertThat(meters.problems().get("there.tx")).startsWith("GW-413 40 rows ");
    }

    @Test
    void goesOnBesideMoreRowsThanItSetsAsideAndParksNoneWhileAllFail() throws SQLException, IOException {
        fails(TAKEN);
        insertMany("1, n, 17, 9, 20, 'two', 4102444800", 30);

        turn();
        assertThat(letters()).isEmpty();

        insert(9_001, 17, "one");
        turn();
        insert(9_002, 17, "other");
        turn();

        assertThat(outbox()).hasSize(2);
        assertThat(letters()).hasSize(1_000);
    }

    @Test
    void passesOverNoRowWhereTheWatermarkRunsAgainstTheKey() throws SQLException, IOException {
        fails("watermark: no\n    overlap: 1");
        insertMany("1000 - n, n, 17, 9, 20, CASE n WHEN 7 THEN 'two' ELSE 'm' END, 4102444800", 15);

        for (int turns = 0; turns < 6; turns++) {
            turn();
        }

        assertThat(outbox()).hasSize(599);
        assertThat(letters()).hasSize(1);
    }

    /** Inserts so many times forty rows with these values, which may use the number n of the row. */
    private void insertMany(String values, int forties) throws SQLException {
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body, valid_until)"
                + " WITH RECURSIVE c AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM c WHERE i < 40),"
                + " all_rows AS (SELECT (a.i - 1) * 40 + b.i AS n FROM c AS a, c AS b WHERE a.i <= " + forties + ")"
                + " SELECT " + values + " FROM all_rows");
    }

    @Test
    void leavesARowWithoutAWholeKeyAloneAndGoesOn() throws SQLException, IOException {
        withoutKey();
        insert(1, 17, "one");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body) VALUES (1, NULL, 17, 9, 20, 'none')");
        insert(2, 17, "two");

        turn();
        insert(3, 17, "three");
        turn();

        assertThat(outbox()).hasSize(3);
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 1 rows ")
                .endsWith("row 1, null: a column of the key is null");
        assertThat(read("SELECT body FROM legacy.tx WHERE status = 20")).containsExactly("none");
    }

    @Test
    void checkNamesTheRowForWhichTheConditionFailsAndTheOneWithoutAWholeKey() throws SQLException, IOException {
        withoutKey();
        fails(TAKEN);
        insert(1, 17, "one");
        insert(2, 17, "two");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body) VALUES (1, NULL, 17, 9, 20, 'none')");

        List<TableCheck.Sample> samples = samples();

        assertThat(samples).extracting(TableCheck.Sample::key).containsExactlyInAnyOrder("1, 1", "1, 2", "1, null");
        assertThat(problem(samples, "1, 1")).isEmpty();
        assertThat(problem(samples, "1, 2")).startsWith("when: ");
        assertThat(problem(samples, "1, null")).contains("a column of the key is null");
    }

    @Test
    void checkNamesTheRowForWhichAnExpressionFails() throws SQLException, IOException {
        bridge(TAKEN, "destinations: CASE body WHEN 'two' THEN (SELECT 'A' UNION SELECT 'B') ELSE 'BRAVO' END");
        insert(1, 17, "one");
        insert(2, 17, "two");

        List<TableCheck.Sample> samples = samples();

        assertThat(samples).extracting(TableCheck.Sample::key).containsExactly("1, 1", "1, 2");
        assertThat(problem(samples, "1, 1")).isEmpty();
        assertThat(problem(samples, "1, 2")).isNotEmpty();
    }

    private void withoutKey() throws SQLException {
        elsewhere("DROP TABLE legacy.tx");
        elsewhere("CREATE TABLE legacy.tx (unit integer, no bigint, kind integer, urgency integer,"
                + " status integer, body varchar(200), valid_until bigint, fault varchar(100))");
    }

    private List<TableCheck.Sample> samples() throws SQLException, IOException {
        Path file = directory.resolve("map.yaml");
        MappingFile map = MappingFile.read(file).requireForBridge();
        try (TableCheck check = new TableCheck(server().url(), server().user(), "", map)) {
            assertThat(check.findings()).isEmpty();
            return check.samples(map.outbound().getFirst());
        }
    }

    private static String problem(List<TableCheck.Sample> samples, String key) {
        return samples.stream()
                .filter(sample -> sample.key().equals(key))
                .findFirst()
                .orElseThrow()
                .problem();
    }
}
