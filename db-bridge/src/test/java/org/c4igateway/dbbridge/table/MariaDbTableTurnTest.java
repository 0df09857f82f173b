package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.OnMariaDb;
import org.junit.jupiter.api.Test;

@OnMariaDb
class MariaDbTableTurnTest extends TableTurnCases {
    /** Rows that one statement inserts. */
    private static final int STATEMENT = 100;

    MariaDbTableTurnTest() {
        super(new MariaDbTables());
    }

    @Test
    void bringsTheTimesOfAMessageInUtc() throws SQLException, IOException {
        received = "date_format(created_at, '%H:%i:%s.%f')";
        bridge(TAKEN);
        receive(1, "A004", "one");

        turn();

        assertThat(read("SELECT body FROM legacy.rx")).containsExactly("12:34:56.123456");
    }

    @Test
    void bringsABatchByAsManyStatementsAsItTakes() throws SQLException, IOException {
        int messages = 2 * STATEMENT + 1;
        batchRows = messages;
        bridge(TAKEN);
        turn();
        receiveMany(messages);
        int before = statements();

        turn();

        assertThat(statements() - before).isEqualTo(3);
        assertThat(read("SELECT body FROM legacy.rx ORDER BY no"))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, messages)
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(count("there.rx", "delivered")).isEqualTo(messages);
        assertNoProblem();
    }

    /** What the statements before it have inserted is taken back and comes again, once. */
    @Test
    void parksTheOneThatALaterStatementOfABatchIsRefusedFor() throws SQLException, IOException {
        int messages = 2 * STATEMENT + 50;
        batchRows = messages;
        bridge(TAKEN);
        receiveMany(messages);
        server().raise("rx", "INSERT", "NEW.body = '" + (STATEMENT + 30) + "'");

        turn();

        assertThat(read("SELECT count(*) FROM legacy.rx")).containsExactly(Integer.toString(messages - 1));
        assertThat(count("there.rx", "delivered")).isEqualTo(messages - 1);
        assertThat(letters()).singleElement().asString().contains("no such unit");
    }

    /** How many statements have inserted what they select, since the server started. */
    private int statements() throws SQLException {
        return Integer.parseInt(read("SELECT variable_value FROM information_schema.global_status"
                        + " WHERE variable_name = 'COM_INSERT_SELECT'")
                .getFirst());
    }

    private void receiveMany(int messages) {
        for (int sequence = 1; sequence <= messages; sequence++) {
            receive(sequence, "A004", Integer.toString(sequence));
        }
    }
}
