package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.PostgresServer;

class PostgresTableBridgeTest extends TableBridgeCases {
    PostgresTableBridgeTest(PostgresServer server) {
        super(new PostgresTables(server));
    }
}
