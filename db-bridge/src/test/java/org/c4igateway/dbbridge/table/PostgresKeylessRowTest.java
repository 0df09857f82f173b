package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresKeylessRowTest extends KeylessRowCases {
    PostgresKeylessRowTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
