package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbKeylessRowTest extends KeylessRowCases {
    MariaDbKeylessRowTest() {
        super(new MariaDbTables());
    }
}
