package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.junit.jupiter.api.Test;

/** Rows of a table whose key is no key of the database: one without a whole key is told of, and stops no other. */
abstract class KeylessRowCases extends BridgedTablesFixture {
    private static final String FAILS_FOR_ROW_THREE =
            "destinations: CASE no WHEN 3 THEN (SELECT 'A' UNION SELECT 'B') ELSE 'BRAVO' END";

    KeylessRowCases(ForeignServer server) {
        super(server);
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

    /** One look takes 150 rows, and as many as are held. */
    @Test
    void goesOnBehindMoreRowsWithoutAWholeKeyThanOneLook() throws SQLException {
        withoutKey();
        insertMany("1, NULL, 17, 9, 20, 'none', 4102444800", 5);
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body) VALUES (2, 1, 17, 9, 20, 'one')");

        turn();
        assertThat(database().column("SELECT source FROM c4i.table_look")).isEmpty();
        turn();

        assertThat(outbox()).hasSize(1);
        assertThat(meters.problems().get("there.tx")).startsWith("GW-413 200 rows ");
        assertThat(database().column("SELECT source FROM c4i.table_look")).containsExactly("there.tx");
    }

    @Test
    void tellsOfARowWithoutAWholeKeyBesideOneWhoseConditionFails() throws SQLException, IOException {
        withoutKey();
        fails(TAKEN);
        insert(1, 17, "one");
        insert(2, 17, "two");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body) VALUES (1, NULL, 17, 9, 20, 'none')");

        turn();

        assertThat(outbox()).hasSize(1);
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 2 rows ")
                .endsWith("row 1, null: a column of the key is null");
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

    @Test
    void checkShowsNoMoreRowsThanAreOfUse() throws SQLException, IOException {
        withoutKey();
        insertMany("1, n, 17, 9, 20, 'm', 4102444800", 1);
        assertThat(samples())
                .hasSize(10)
                .allMatch(sample -> sample.problem().isEmpty())
                .allMatch(sample -> sample.destinations().equals("BRAVO"));

        fails(TAKEN);
        elsewhere("UPDATE legacy.tx SET body = 'two' WHERE no > 20");
        assertThat(samples()).hasSize(20);
        assertThat(samples()).filteredOn(sample -> sample.problem().isEmpty()).hasSize(10);

        condition = "status = 20";
        bridge(TAKEN, FAILS_FOR_ROW_THREE);
        assertThat(samples()).hasSize(10);
        assertThat(samples())
                .filteredOn(sample -> !sample.problem().isEmpty())
                .singleElement()
                .returns("1, 3", TableCheck.Sample::key);
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
