package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.Step;
import org.junit.jupiter.api.Test;

/** How much one turn does, in which order, and what it counts. */
abstract class TableTurnCases extends BridgedTablesFixture {
    private static final String SETTLED = TAKEN + "\n    settled: {status: \"3\"}";

    TableTurnCases(ForeignServer server) {
        super(server);
    }

    /** A server that does not answer would hold up all mappings of the bridge. */
    @Test
    void waitsHalfAMinuteForAnAnswerAtMost() throws SQLException {
        try (Connection there = openElsewhere()) {
            assertThat(there.getNetworkTimeout()).isEqualTo(30_000);
        }
    }

    @Test
    void takesABatchThenMarksIt() throws SQLException {
        List<Step> reached = new ArrayList<>();
        steps = reached::add;
        for (int no = 1; no <= 4; no++) {
            insert(no, 17, "m");
        }

        turn();

        assertThat(reached)
                .containsExactly(
                        Step.TABLE_READ,
                        Step.TABLE_SUBMITTED,
                        Step.TABLE_MARKED,
                        Step.TABLE_READ,
                        Step.TABLE_SUBMITTED,
                        Step.TABLE_MARKED);
    }

    @Test
    void countsWhatBecameOfItsRows() throws SQLException {
        insert(1, 17, "one");
        insert(2, 17, "two");
        insert(3, 99, "of no kind");
        turn();
        elsewhere("UPDATE legacy.tx SET status = 20 WHERE no = 1");
        turn();

        assertThat(count("there.tx", "submitted")).isEqualTo(2);
        assertThat(count("there.tx", "parked")).isEqualTo(1);
        assertThat(count("there.tx", "known")).isEqualTo(1);
    }

    @Test
    void countsWhatBecameOfRowsThatAreSubmittedOneByOne() throws SQLException {
        insert(1, 17, "one");
        turn();
        database().execute("ALTER TABLE c4i.outbox ADD CONSTRAINT no_two CHECK (payload <> 'two')");
        elsewhere("UPDATE legacy.tx SET status = 20 WHERE no = 1");
        insert(2, 17, "two");
        insert(3, 17, "three");
        turn();

        assertThat(count("there.tx", "submitted")).isEqualTo(2);
        assertThat(count("there.tx", "known")).isEqualTo(1);
        assertThat(count("there.tx", "parked")).isEqualTo(1);
    }

    /** One look takes fifty batches. */
    @Test
    void takesMoreRowsThanOneLookAndWritesStatesInBetween() throws SQLException, IOException {
        bridge(SETTLED);
        insert(1, 17, "settled");
        turn();
        database()
                .execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                        + " SELECT sequence, created_at, 'BRAVO', 'delivered' FROM c4i.outbox");
        List<Step> reached = new ArrayList<>();
        steps = reached::add;
        for (int no = 2; no <= 161; no++) {
            insert(no, 17, "m");
        }

        turn();

        assertThat(count("there.tx", "submitted")).isEqualTo(161);
        assertThat(reached.subList(0, reached.indexOf(Step.TABLE_SETTLED)))
                .filteredOn(step -> step == Step.TABLE_READ)
                .hasSize(50);
        assertNoProblem();
    }

    @Test
    void bringsMoreMessagesThanOneLook() throws SQLException {
        for (int sequence = 1; sequence <= 160; sequence++) {
            receive(sequence, "A004", "m");
        }

        turn();

        assertThat(read("SELECT count(*) FROM legacy.rx")).containsExactly("160");
        assertThat(count("there.rx", "delivered")).isEqualTo(160);
        assertNoProblem();
    }

    @Test
    void bringsABatchThenSavesItsPosition() throws SQLException {
        List<Step> reached = new ArrayList<>();
        steps = reached::add;
        for (int sequence = 1; sequence <= 4; sequence++) {
            receive(sequence, "A004", "m");
        }

        turn();

        assertThat(reached)
                .containsExactly(
                        Step.TABLE_INSERTED, Step.TABLE_POSITIONED, Step.TABLE_INSERTED, Step.TABLE_POSITIONED);
    }

    /** Keys of rows that a look did not see are forgotten in time. One look takes 150 rows, and as many as are held. */
    @Test
    void notesALookOnlyWhenItSawAllRows() throws SQLException {
        server().raise("tx", "UPDATE", "NEW.status = 21");
        insertMany("1, n, 17, 9, 20, 'm', 4102444800", 4);

        turn();
        assertThat(database().column("SELECT source FROM c4i.table_look")).isEmpty();

        turn();
        assertThat(database().column("SELECT source FROM c4i.table_look")).containsExactly("there.tx");
    }

    @Test
    void awaitsNoStateWhereNoneIsWrittenBackAnyMore() throws SQLException, IOException {
        bridge(SETTLED);
        insert(1, 17, "one");
        turn();
        assertThat(database().column("SELECT awaiting FROM c4i.table_key")).containsExactly("t");

        bridge(TAKEN);
        turn();

        assertThat(database().column("SELECT awaiting FROM c4i.table_key")).containsExactly("f");
    }

    @Test
    void tellsHowLongAgoAllWasDone() throws SQLException {
        turn();
        ahead = Duration.ofHours(1);
        assertThat(age()).isGreaterThan(3_500);

        turn();
        assertThat(age()).isLessThan(3_500);

        ahead = Duration.ofHours(2);
        rest();
        assertThat(age()).isLessThan(3_500);
    }

    private double age() {
        return registry.get("c4i.table.age.seconds")
                .tag("table", "there.tx")
                .gauge()
                .value();
    }
}
