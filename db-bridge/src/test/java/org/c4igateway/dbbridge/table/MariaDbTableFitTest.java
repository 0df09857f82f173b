package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbTableFitTest extends TableFitCases {
    MariaDbTableFitTest() {
        super(new MariaDbTables());
    }
}
