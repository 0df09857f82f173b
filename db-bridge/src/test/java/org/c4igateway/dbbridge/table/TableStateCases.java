package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.retention.Retention;
import org.c4igateway.dbbridge.retention.RetentionPolicy;
import org.junit.jupiter.api.Test;

/** Final states come back into the rows, and what is kept for that is forgotten in time. */
abstract class TableStateCases extends BridgedTablesFixture {
    private static final String SETTLED = TAKEN
            + "\n    settled: {status: CASE state WHEN 'delivered' THEN 3 WHEN 'sent' THEN 2 ELSE 9 END, fault: detail}"
            + "\n    settled-when: status = 21";
    private static final String CORRECTED = SETTLED.replace("status = 21", "status IN (21, 9)");

    TableStateCases(ForeignServer server) {
        super(server);
    }

    private void settle(String state, String code, String detail) throws SQLException {
        database()
                .execute(
                        "INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)"
                                + " SELECT o.sequence, o.created_at, 'BRAVO', '" + state + "', nullif('" + code
                                + "', ''), '" + detail
                                + "' FROM c4i.outbox AS o WHERE NOT EXISTS (SELECT FROM c4i.delivery AS v WHERE v.sequence = o.sequence)");
    }

    /** As a node does when BRAVO says that it has taken after all what it refused. */
    private void takenAfterAll() throws SQLException {
        database()
                .execute("SELECT c4i.taken_after_all((SELECT epoch FROM c4i.lease), 'BRAVO', array_agg(sequence))"
                        + " FROM c4i.outbox");
    }

    private List<String> rows() throws SQLException {
        return read("SELECT concat(no, ' ', status, ' ', coalesce(fault, '-')) FROM legacy.tx ORDER BY no");
    }

    @Test
    void writesFinalStatesBackOnce() throws SQLException, IOException {
        bridge(SETTLED);
        insert(1, 17, "one");
        insert(2, 99, "of no kind");
        turn();
        assertThat(rows()).containsExactly("1 21 -", "2 9 parked, see c4i.dead_letter");

        settle("delivered", "", "");
        insert(3, 17, "three");
        turn();
        settle("rejected", "GW-301", "unknown there");
        turn();

        assertNoProblem();
        assertThat(rows())
                .containsExactly("1 3 ", "2 9 parked, see c4i.dead_letter", "3 9 BRAVO rejected GW-301 unknown there");
        assertThat(count("there.tx", "settled")).isEqualTo(3);
        assertThat(database().column("SELECT key FROM c4i.table_key WHERE awaiting"))
                .isEmpty();
    }

    @Test
    void writesAStateAgainThatHasChangedAfterAll() throws SQLException, IOException {
        bridge(CORRECTED);
        insert(1, 17, "one");
        insert(2, 17, "two");
        turn();
        settle("rejected", "GW-302", "too large");
        turn();
        assertThat(rows())
                .containsExactly("1 9 BRAVO rejected GW-302 too large", "2 9 BRAVO rejected GW-302 too large");
        elsewhere("UPDATE legacy.tx SET status = 30 WHERE no = 2");

        takenAfterAll();
        turn();

        assertNoProblem();
        assertThat(rows()).containsExactly("1 3 ", "2 30 BRAVO rejected GW-302 too large");
        assertThat(database().column("SELECT key FROM c4i.table_key WHERE awaiting"))
                .isEmpty();
    }

    /** The former state is written there, and this is not noted yet. */
    @Test
    void takesNoStateForTheLastThatChangesWhileItIsWritten() throws SQLException, IOException {
        bridge(CORRECTED);
        insert(1, 17, "one");
        turn();
        settle("rejected", "GW-302", "too large");
        AtomicBoolean once = new AtomicBoolean(true);
        steps = step -> {
            if (step == Step.TABLE_SETTLED && once.getAndSet(false)) {
                try {
                    takenAfterAll();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };

        turn();
        assertThat(rows()).containsExactly("1 9 BRAVO rejected GW-302 too large");
        turn();

        assertThat(rows()).containsExactly("1 3 ");
    }

    @Test
    void awaitsNoStateThatItDoesNotWrite() throws SQLException {
        insert(1, 17, "one");
        turn();
        settle("rejected", "GW-302", "too large");

        takenAfterAll();

        assertThat(database().column("SELECT key FROM c4i.table_key WHERE awaiting"))
                .isEmpty();
    }

    /** As {@code c4i resync compare --replay} takes it back. */
    @Test
    void writesTheStateAgainOfAMessageThatItsDestinationLost() throws SQLException, IOException {
        bridge(SETTLED.replace("settled-when: status = 21", "settled-when: status IN (21, 3, 9)"));
        insert(1, 17, "one");
        insert(2, 17, "two");
        turn();
        settle("delivered", "", "");
        turn();
        assertThat(rows()).containsExactly("1 3 ", "2 3 ");

        database()
                .execute("SELECT c4i.reopen_deliveries(array_agg(sequence), 'BRAVO', 'chief', 'restored')"
                        + " FROM c4i.outbox WHERE payload = 'one'");
        turn();
        assertThat(rows()).containsExactly("1 3 ", "2 3 ");
        settle("expired", "GW-304", "too late");
        turn();

        assertNoProblem();
        assertThat(rows()).containsExactly("1 9 BRAVO expired GW-304 too late", "2 3 ");
        assertThat(database().column("SELECT key FROM c4i.table_key WHERE awaiting"))
                .isEmpty();
    }

    @Test
    void leavesTheStateOfARowThatItsServerHasChangedMeanwhile() throws SQLException, IOException {
        bridge(SETTLED);
        insert(1, 17, "one");
        turn();
        elsewhere("UPDATE legacy.tx SET status = 30");
        settle("delivered", "", "");

        turn();

        assertThat(rows()).containsExactly("1 30 -");
    }

    @Test
    void goesOnWhenATriggerElsewhereRefusesOneFinalState() throws SQLException, IOException {
        bridge(SETTLED);
        server().raise("tx", "UPDATE", "NEW.no = 2 AND NEW.status = 3");
        for (int no = 1; no <= 5; no++) {
            insert(no, 17, "m" + no);
        }
        turn();
        settle("delivered", "", "");

        turn();
        turn();

        assertThat(read("SELECT no FROM legacy.tx WHERE status = 3 ORDER BY no"))
                .containsExactly("1", "3", "4", "5");
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 the final states of 1 rows ")
                .contains("row 1, 2: ");
    }

    /** Parked rows have no number to go on behind. */
    @Test
    void reachesParkedRowsBehindABatchThatATriggerElsewhereRefuses() throws SQLException, IOException {
        bridge(SETTLED);
        server().raise("tx", "UPDATE", "NEW.no <= 4 AND NEW.status = 9");
        for (int no = 1; no <= 9; no++) {
            insert(no, 99, "of no kind");
        }
        insert(10, 17, "m10");
        turn();
        settle("delivered", "", "");

        turn();
        turn();

        assertThat(read("SELECT concat(no, ' ', status) FROM legacy.tx ORDER BY no"))
                .containsExactly("1 21", "2 21", "3 21", "4 21", "5 9", "6 9", "7 9", "8 9", "9 9", "10 3");
        assertThat(meters.problems().get("there.tx")).startsWith("GW-413 the final states of 4 rows ");
    }

    /** One look takes fifty batches. */
    @Test
    void writesTheStatesOfMoreRowsThanOneLookTakes() throws SQLException, IOException {
        bridge(SETTLED);
        int rows = 160;
        for (int no = 1; no <= rows; no++) {
            insert(no, 17, "m");
        }
        turn();
        settle("delivered", "", "");

        turn();

        assertThat(read("SELECT count(*) FROM legacy.tx WHERE status = 3")).containsExactly(Integer.toString(rows));
    }

    @Test
    void saysThatAStateIsUnknownWhenTheMessageIsNoLongerKept() throws SQLException, IOException {
        bridge(SETTLED);
        insert(1, 17, "one");
        turn();
        database().execute("DELETE FROM c4i.outbox");

        turn();

        assertThat(read("SELECT status FROM legacy.tx")).containsExactly("9");
    }

    @Test
    void forgetsKeysOfRowsThatHaveNotBeenSeenForLong() throws SQLException {
        insert(1, 17, "gone");
        insert(2, 17, "comes again");
        turn();
        database().execute("UPDATE c4i.table_key SET seen_at = now() - interval '70 days'");
        elsewhere("UPDATE legacy.tx SET status = 20 WHERE no = 2");
        turn();

        assertThat(forgotten()).isEqualTo(1);
        assertThat(database().column("SELECT key FROM c4i.table_key")).containsExactly("1, 2");
    }

    @Test
    void forgetsNothingWhileNobodyLooks() throws SQLException {
        insert(1, 17, "one");
        turn();
        database().execute("UPDATE c4i.table_key SET seen_at = now() - interval '70 days'");
        database().execute("UPDATE c4i.table_look SET at = now() - interval '69 days'");

        assertThat(forgotten()).isZero();
    }

    private long forgotten() {
        RetentionPolicy policy = new RetentionPolicy(1, 30, 30, 60, 30);
        return new Retention(database().bridgePool(), policy, InstantSource.system())
                .tidy()
                .keysForgotten();
    }
}
