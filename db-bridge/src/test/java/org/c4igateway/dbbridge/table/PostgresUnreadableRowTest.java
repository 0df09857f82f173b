package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresUnreadableRowTest extends UnreadableRowCases {
    PostgresUnreadableRowTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
