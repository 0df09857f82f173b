package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbTableRefusalTest extends TableRefusalCases {
    MariaDbTableRefusalTest() {
        super(new MariaDbTables());
    }
}
