package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
abstract class OutboxReadingFixture {
    static final int ROUTINE = Precedence.ROUTINE.code();
    static final long NO_BYTE_LIMIT = 1L << 40;
    static final SystemName A = new SystemName("A");
    static final SystemName B = OutboxProbe.B;
    static final SystemName C = new SystemName("C");

    TestDatabase database;
    JdbcOutbox outbox;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
        this.outbox = new JdbcOutbox(database.bridgePool(), () -> 0, A);
    }

    OutboxProbe probe(int maxRows) {
        return new OutboxProbe(outbox, ReadPosition.START, maxRows, NO_BYTE_LIMIT);
    }

    Connection transaction() throws SQLException {
        Connection connection = database.app();
        connection.setAutoCommit(false);
        return connection;
    }
}
