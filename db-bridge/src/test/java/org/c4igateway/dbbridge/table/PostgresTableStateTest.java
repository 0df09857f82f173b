package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresTableStateTest extends TableStateCases {
    PostgresTableStateTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
