package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
class PostgresUnreadableConditionTest extends UnreadableConditionCases {
    PostgresUnreadableConditionTest(PostgresServer server) {
        super(new PostgresTables(server));
    }

    @AfterAll
    void dropDatabase() {
        server().close();
    }
}
