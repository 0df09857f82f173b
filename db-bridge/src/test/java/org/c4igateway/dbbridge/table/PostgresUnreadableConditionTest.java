package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresUnreadableConditionTest extends UnreadableConditionCases {
    PostgresUnreadableConditionTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
