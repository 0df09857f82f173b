package org.c4igateway.dbbridge.table.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class FencedTransactionsTest {
    private TestDatabase database;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
    }

    private static boolean advance(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute("INSERT INTO c4i.table_position (source, position) VALUES ('there.tx', 1)");
        }
    }

    @Test
    void writeWhatIsDone() throws SQLException {
        var _ = new FencedTransactions(database.bridgePool(), () -> 0)
                .write("testing", FencedTransactionsTest::advance);

        assertThat(database.number("SELECT count(*) FROM c4i.table_position")).isEqualTo(1);
    }

    @Test
    void writeNothingWhenADefectEndsTheWork() throws SQLException {
        FencedTransactions own = new FencedTransactions(database.bridgePool(), () -> 0);

        assertThatThrownBy(() -> own.write("testing", connection -> {
                    advance(connection);
                    throw new IllegalStateException("a defect");
                }))
                .hasMessage("a defect");

        assertThat(database.number("SELECT count(*) FROM c4i.table_position")).isZero();
    }

    @Test
    void writeNothingForANodeThatIsNoLongerActive() throws SQLException {
        FencedTransactions own = new FencedTransactions(database.bridgePool(), () -> 7);

        assertFenced(() -> own.write("testing", FencedTransactionsTest::advance));

        assertThat(database.number("SELECT count(*) FROM c4i.table_position")).isZero();
    }
}
