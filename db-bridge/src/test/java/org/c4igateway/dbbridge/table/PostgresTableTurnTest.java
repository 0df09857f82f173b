package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresTableTurnTest extends TableTurnCases {
    PostgresTableTurnTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
