package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.SQLException;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A row for which the condition of the mapping fails stops no other and is not lost. */
abstract class UnreadableConditionCases extends BridgedTablesFixture {
    UnreadableConditionCases(ForeignServer server) {
        super(server);
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
    void findsARowForWhichTheConditionFailsBeyondTheWatermark() throws SQLException, IOException {
        fails("watermark: no\n    overlap: 1");
        for (int no = 1; no <= 3; no++) {
            insert(no, 17, "m" + no);
        }
        turn();
        insert(4, 17, "two");
        insert(5, 17, "m5");
        turn();

        assertThat(outbox()).hasSize(4);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 4: when: ");
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
}
