package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** One row that a database refuses stops no other, and whose refusal it is can be seen. */
abstract class TableRefusalCases extends BridgedTablesFixture {
    TableRefusalCases(ForeignServer server) {
        super(server);
    }

    @Test
    void parksTheOneMessageOfABatchThatIsRefused() throws SQLException {
        for (int sequence = 1; sequence <= 3; sequence++) {
            receive(sequence, "A004", "m".repeat(sequence * 4));
        }
        turn();
        receive(4, "A004", "m4");
        receive(5, "A004", "longer than its column is");
        receive(6, "A004", "m6");
        turn();

        assertNoProblem();
        assertThat(count("there.rx", "delivered")).isEqualTo(5);
        assertThat(count("there.rx", "parked")).isEqualTo(1);
        assertThat(read("SELECT body FROM legacy.rx ORDER BY no"))
                .containsExactly("mmmm", "mmmmmmmm", "mmmmmmmmmmmm", "m4", "m6");
        assertThat(letters()).singleElement().asString().startsWith("inbound|table there.rx|GW-407|");
    }

    @Test
    void showsAFaultOfItsOwnDatabaseAsThat() throws SQLException {
        database().execute("ALTER TABLE c4i.table_key RENAME TO away");
        insert(1, 17, "one");
        receive(1, "A004", "one");

        turn();

        assertThat(meters.problems().get("there.tx")).startsWith("GW-403: ").contains("table_key");
        assertThat(meters.problems().get("there.rx")).doesNotContain("GW-408");
        database().execute("ALTER TABLE c4i.away RENAME TO table_key");

        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(1);
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("1");
    }

    @Test
    void parksARowThatItsOwnDatabaseRefusesAndGoesOn() throws SQLException {
        database().execute("ALTER TABLE c4i.outbox ADD CONSTRAINT no_two CHECK (payload <> 'two')");
        for (int no = 1; no <= 3; no++) {
            insert(no, 17, no == 2 ? "two" : "other");
        }

        turn();

        assertNoProblem();
        assertThat(outbox()).hasSize(2);
        assertThat(letters()).singleElement().asString().startsWith("outbound|table there.tx|GW-406|row 1, 2: ");
        assertThat(read("SELECT status FROM legacy.tx")).containsOnly("21");
    }

    @Test
    void goesOnWhenATriggerElsewhereRefusesThatOneRowIsMarked() throws SQLException {
        server().raise("tx", "UPDATE", "NEW.no = 2");
        for (int no = 1; no <= 9; no++) {
            insert(no, 17, "m" + no);
        }

        turn();
        turn();

        assertThat(outbox()).hasSize(9);
        assertThat(read("SELECT no FROM legacy.tx WHERE status = 20")).containsExactly("2");
        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-413 1 rows ")
                .contains("row 1, 2: ")
                .contains("no such unit");
        assertThat(count("there.tx", "held")).isEqualTo(2);
    }

    @Test
    void parksAMessageThatATriggerElsewhereRefusesWhenItTakesAnother() throws SQLException {
        server().raise("rx", "INSERT", "NEW.no = 2");
        for (int sequence = 1; sequence <= 5; sequence++) {
            receive(sequence, "A004", "m" + sequence);
        }

        turn();

        assertNoProblem();
        assertThat(read("SELECT no FROM legacy.rx ORDER BY no")).containsExactly("1", "3", "4", "5");
        assertThat(letters())
                .singleElement()
                .asString()
                .startsWith("inbound|table there.rx|GW-407|")
                .contains("no such unit");
        assertThat(count("there.rx", "parked")).isEqualTo(1);
    }

    @Test
    void holdsMessagesWhileATriggerElsewhereRefusesAll() throws SQLException {
        server().raise("rx", "INSERT", "NEW.no < 9");
        for (int sequence = 1; sequence <= 4; sequence++) {
            receive(sequence, "A004", "m" + sequence);
        }

        turn();

        assertThat(meters.problems().get("there.rx")).startsWith("GW-413 held ").contains("BRAVO/");
        assertThat(letters()).isEmpty();

        receive(9, "A004", "m9");
        turn();

        assertNoProblem();
        assertThat(letters()).hasSize(4);
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("9");
    }

    @Test
    void holdsMessagesWhileATriggerElsewhereRefusesAllThatAreWanted() throws SQLException {
        server().raise("rx", "INSERT", "NEW.no < 9");
        receive(1, "J071", "not wanted");
        receive(2, "A004", "m2");

        turn();

        assertThat(meters.problems().get("there.rx")).startsWith("GW-413 held ").contains("BRAVO/2");
        assertThat(letters()).isEmpty();
    }

    @Test
    void showsATableThatTakesNothingBecauseItIsGone() throws SQLException {
        turn();
        elsewhere("ALTER TABLE legacy.rx RENAME TO " + server().renamed("away"));
        receive(1, "A004", "m1");
        turn();
        assertThat(meters.problems().get("there.rx")).startsWith("GW-413 held ");
        assertThat(failing()).isOne();

        elsewhere("ALTER TABLE legacy.away RENAME TO " + server().renamed("rx"));
        turn();

        assertNoProblem();
        assertThat(failing()).isZero();
        assertThat(letters()).isEmpty();
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("1");
    }

    private double failing() {
        return registry.get("c4i.table.failing")
                .tag("table", "there.rx")
                .gauge()
                .value();
    }

    @Test
    void parksAMessageWhosePayloadIsNoText() throws SQLException {
        receive(1, "A004", new byte[] {(byte) 0xff});
        receive(2, "A004", "two");
        turn();
        receive(3, "A004", new byte[] {(byte) 0xff});
        turn();
        receive(4, "A004", new byte[] {(byte) 0xff});
        receive(5, "A004", new byte[] {(byte) 0xff});
        turn();

        assertNoProblem();
        assertThat(read("SELECT no FROM legacy.rx")).containsExactly("2");
        assertThat(letters())
                .hasSize(4)
                .allMatch(letter -> letter.startsWith("inbound|table there.rx|GW-407|"))
                .allMatch(letter -> letter.contains("the payload is not text in UTF-8"));
    }

    @Test
    void bringsAPayloadThatIsNoTextWhereNoColumnTakesItAsText() throws SQLException, IOException {
        received = "\"'m'\"";
        bridge(TAKEN);
        receive(1, "A004", new byte[] {(byte) 0xff});
        receive(2, "A004", new byte[] {(byte) 0xff});
        turn();
        receive(3, "A004", new byte[] {(byte) 0xff});
        turn();

        assertNoProblem();
        assertThat(letters()).isEmpty();
        assertThat(read("SELECT no FROM legacy.rx ORDER BY no")).containsExactly("1", "2", "3");
    }

    @Test
    void parksAMessageThatEqualsAnotherInAColumnThatIsNotItsKey() throws SQLException {
        elsewhere("ALTER TABLE legacy.rx ADD UNIQUE (body)");
        receive(1, "A004", "same");
        receive(2, "A004", "same");
        receive(3, "A004", "other");

        turn();

        assertNoProblem();
        assertThat(read("SELECT no FROM legacy.rx ORDER BY no")).containsExactly("1", "3");
        assertThat(letters())
                .singleElement()
                .asString()
                .startsWith("inbound|table there.rx|GW-407|")
                .doesNotContain("=(same)");
    }

    @Test
    void publishesRowsThatNameNoDestination() throws SQLException, IOException {
        bridge(TAKEN, "publish: true");
        database()
                .execute("INSERT INTO c4i.subscriber (system, pattern, transport) VALUES ('BRAVO', 'A*', 'jms'),"
                        + " ('CHARLIE', 'A004', 'jms')");
        insert(1, 17, "one");
        turn();
        turn();

        assertNoProblem();
        assertThat(database().column("SELECT c4i.route_publications(0, 100)")).containsExactly("1");
        assertThat(outbox()).containsExactly("A004|0|BRAVO,CHARLIE|4102444800|one");
        assertThat(database().column("SELECT k.sequence = o.sequence FROM c4i.table_key AS k, c4i.outbox AS o"))
                .containsExactly("t");
    }

    @Test
    void namesWhatDoesNotFitByKeyAndColumnBeforeTheFirstRow() throws SQLException, IOException {
        insert(1, 17, "one");
        elsewhere("ALTER TABLE legacy.rx ADD COLUMN reader integer NOT NULL");
        bridge("taken: {state: \"21\"}", "destinations: receiver\n    label: CASE WHEN nokind = 1 THEN 'x' END");
        receive(1, "A004", "one");

        turn();

        assertThat(meters.problems().get("there.tx"))
                .startsWith("GW-412 map.yaml:")
                .contains("taken: legacy.tx has no column state")
                .contains("destinations: ")
                .contains("receiver")
                .contains("label: ")
                .contains("nokind");
        assertThat(outbox()).isEmpty();
        assertThat(meters.problems().get("there.rx"))
                .startsWith("GW-412 map.yaml:")
                .contains("columns: reader of legacy.rx must not be null");
        assertThat(read("SELECT no FROM legacy.rx")).isEmpty();

        elsewhere("ALTER TABLE legacy.rx DROP COLUMN reader");
        turn();
        assertThat(meters.problems().get("there.rx")).isEmpty();
    }

    @Test
    void replacesTheRowOfATrackByTheNewestThatArrives() throws SQLException, IOException {
        elsewhere("DROP TABLE legacy.rx");
        elsewhere("CREATE TABLE legacy.rx (kind integer NOT NULL PRIMARY KEY, no bigint, body varchar(20))");
        upsert("kind");
        receive(1, "A004", "old");
        receive(2, "J095", "other");
        receive(3, "A004", "new");

        turn();
        database().execute("DELETE FROM c4i.table_position");
        turn();

        assertNoProblem();
        assertThat(read("SELECT concat(kind, ' ', no, ' ', body) FROM legacy.rx ORDER BY kind"))
                .containsExactly("17 3 new", "23 2 other");
    }

    @Test
    void parksAMessageThatMayNotReplaceTheRowOfItsTrack() throws SQLException, IOException {
        elsewhere("DROP TABLE legacy.rx");
        elsewhere(
                "CREATE TABLE legacy.rx (kind integer NOT NULL PRIMARY KEY, no bigint CHECK (no < 5), body varchar(20))");
        upsert("kind");
        receive(1, "A004", "old");
        receive(9, "A004", "new");

        turn();

        assertNoProblem();
        assertThat(read("SELECT body FROM legacy.rx")).containsExactly("old");
        assertThat(letters()).singleElement().asString().startsWith("inbound|table there.rx|GW-407|");
    }
}
