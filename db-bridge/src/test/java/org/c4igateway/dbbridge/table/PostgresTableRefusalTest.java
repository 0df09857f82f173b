package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresTableRefusalTest extends TableRefusalCases {
    PostgresTableRefusalTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
