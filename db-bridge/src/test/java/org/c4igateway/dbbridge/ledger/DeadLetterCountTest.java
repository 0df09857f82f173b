package org.c4igateway.dbbridge.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Dead letters are counted every few seconds, so their count must not read them with their payloads. */
@ExtendWith(PostgresExtension.class)
class DeadLetterCountTest {
    private static final String LETTERS =
            "INSERT INTO c4i.dead_letter (direction, source, code, reason, payload) SELECT"
                    + " CASE WHEN n % 4 = 0 THEN 'inbound' ELSE 'outbound' END, 'jms', 'GW-303', 'test', repeat('x', 1000)::bytea"
                    + " FROM generate_series(1, 8000) AS n";

    @Test
    void readsAnIndexAlone(TestDatabase database) throws SQLException {
        database.execute(LETTERS);
        database.execute("VACUUM ANALYZE c4i.dead_letter");

        assertThat(database.column("EXPLAIN " + LedgerStatements.LETTERS))
                .anyMatch(line -> line.contains("Index Only Scan using dead_letter_direction"));
        try (Connection connection = database.owner()) {
            assertThat(LedgerStatements.deadLetters(connection))
                    .isEqualTo(Map.of("inbound", 2_000L, "outbound", 6_000L));
        }
    }
}
