package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbTableStateTest extends TableStateCases {
    MariaDbTableStateTest() {
        super(new MariaDbTables());
    }
}
