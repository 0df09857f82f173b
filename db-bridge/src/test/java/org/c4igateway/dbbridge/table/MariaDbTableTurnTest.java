package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbTableTurnTest extends TableTurnCases {
    MariaDbTableTurnTest() {
        super(new MariaDbTables());
    }
}
