package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A row for which an expression of the mapping fails stops no other. */
abstract class UnreadableRowCases extends BridgedTablesFixture {
    /** An expression that has no value for rows with the body "two". */
    private static final String FAILS_FOR_TWO =
            "destinations: CASE body WHEN 'two' THEN (SELECT 'A' UNION SELECT 'B') ELSE 'BRAVO' END";

    UnreadableRowCases(ForeignServer server) {
        super(server);
    }

    @Test
    void parksARowForWhichAnExpressionFailsAndGoesOn() throws SQLException, IOException {
        bridge(TAKEN, FAILS_FOR_TWO);
        for (int no = 1; no <= 9; no++) {
            insert(no, 17, no == 5 ? "two" : "m" + no);
        }

        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(8);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 5: ");
        assertThat(database().column("SELECT convert_from(payload, 'UTF8') FROM c4i.dead_letter"))
                .containsExactly("two");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void holdsRowsWhileAnExpressionFailsForAll() throws SQLException, IOException {
        bridge(TAKEN, FAILS_FOR_TWO);
        insert(1, 17, "two");
        insert(2, 17, "two");

        turn();

        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 2 rows ")
                .contains("row 1, 1: ");
        assertThat(letters()).isEmpty();
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("20");

        insert(3, 17, "three");
        turn();

        assertNoProblem();
        assertThat(letters()).hasSize(2);
        assertThat(outbox()).singleElement().asString().endsWith("|three");
    }

    @Test
    void goesOnBehindARowForWhichAnExpressionFailsWhereNothingIsMarked() throws SQLException, IOException {
        bridge("watermark: no", FAILS_FOR_TWO);
        insert(1, 17, "one");
        insert(2, 17, "two");
        insert(3, 17, "three");
        turn();
        turn();
        insert(4, 17, "four");
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(3);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 2: ");
    }

    @Test
    void parksARowWhosePayloadFailsWithoutIt() throws SQLException, IOException {
        payload = "CASE body WHEN 'two' THEN (SELECT 'A' UNION SELECT 'B') ELSE body END";
        bridge(TAKEN);
        insert(1, 17, "one");
        insert(2, 17, "two");
        insert(3, 17, "three");

        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(2);
        assertThat(database().column("SELECT octet_length(payload) FROM c4i.dead_letter"))
                .containsExactly("0");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void tellsNothingOfAParkedRowThatIsReadAgainAlone() throws SQLException, IOException {
        bridge("watermark: no\n    overlap: 0", FAILS_FOR_TWO);
        insert(1, 17, "one");
        insert(2, 17, "two");
        turn();
        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
        assertThat(letters()).hasSize(1);
    }

    @Test
    void parksAMessageForWhichTheConditionOfATableFails() throws SQLException, IOException {
        bridgeTo(
                "unique-by: [origin, no]\n    when: CASE payload_text WHEN 'two' THEN (SELECT 1 UNION SELECT 2) ELSE 1 END = 1",
                TAKEN,
                "destinations: \"'BRAVO'\"");
        receive(1, "A004", "one");
        receive(2, "A004", "two");
        receive(3, "A004", "three");

        turn();

        assertNoProblem();
        assertThat(read("SELECT no FROM legacy.rx ORDER BY no")).containsExactly("1", "3");
        assertThat(letters()).singleElement().asString().startsWith("inbound|table there.rx|GW-407|");
    }
}
