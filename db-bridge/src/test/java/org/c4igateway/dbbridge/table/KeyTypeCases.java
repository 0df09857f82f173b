package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row is found again by its key, whatever the type of the key's columns. */
abstract class KeyTypeCases extends BridgedTablesFixture {
    KeyTypeCases(ForeignServer server) {
        super(server);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "smallint; -7",
                "bigint; 9223372036854775807",
                "numeric(18, 0); 999999999999999999",
                "numeric(19, 0); 1000000000000000000",
                "numeric(30, 2); 1234567890123456789012345678.25",
                "char(8); 'a'",
                "varchar(20); 'a, b'",
                "varchar(20); ',, ,'",
                "varchar(20); ''",
            })
    void marksTheRowThatItTook(String type, String literal) throws SQLException, IOException {
        assertMarks(type, literal);
    }

    /** Takes a row with such a key, marks it, and writes its final state. */
    final void assertMarks(String type, String literal) throws SQLException, IOException {
        elsewhere("DROP TABLE legacy.tx");
        elsewhere("CREATE TABLE legacy.tx (unit integer NOT NULL, no " + type + " NOT NULL, kind integer,"
                + " urgency integer, status integer, body varchar(200), valid_until bigint, PRIMARY KEY (unit, no))");
        bridge(TAKEN + "\n    settled: {status: \"3\"}");
        elsewhere("INSERT INTO legacy.tx (unit, no, kind, urgency, status, body) VALUES (1, " + literal
                + ", 17, 9, 20, 'one'), (2, " + literal + ", 17, 9, 10, 'not wanted')");

        turn();

        assertNoProblem();
        assertThat(read("SELECT status FROM legacy.tx ORDER BY unit")).containsExactly("21", "10");
        database()
                .execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                        + " SELECT sequence, created_at, 'BRAVO', 'delivered' FROM c4i.outbox");

        turn();

        assertNoProblem();
        assertThat(read("SELECT status FROM legacy.tx ORDER BY unit")).containsExactly("3", "10");
    }
}
