package org.c4igateway.dbbridge.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.OnMariaDb;
import org.junit.jupiter.api.Test;

@OnMariaDb
class MariaDbTableBridgeTest extends TableBridgeCases {
    MariaDbTableBridgeTest() {
        super(new MariaDbTables());
    }

    @Test
    void bringsMessagesInBatchesAndOneByOneOnlyWhenABatchIsRefused() throws SQLException {
        turn();
        long before = savepoints();
        for (int sequence = 1; sequence <= 9; sequence++) {
            receive(sequence, "A004", "m" + sequence);
        }
        turn();

        assertNoProblem();
        assertThat(count("there.rx", "delivered")).isEqualTo(9);
        assertThat(savepoints() - before).isEqualTo(3);

        for (int sequence = 11; sequence <= 13; sequence++) {
            receive(sequence, "A004", sequence == 12 ? "longer than its column is" : "m" + sequence);
        }
        turn();

        assertThat(count("there.rx", "delivered")).isEqualTo(11);
        assertThat(count("there.rx", "parked")).isEqualTo(1);
        assertThat(savepoints() - before).isEqualTo(3 + 1 + 3);
    }

    private long savepoints() throws SQLException {
        return Long.parseLong(
                read("SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'COM_SAVEPOINT'")
                        .getFirst());
    }
}
