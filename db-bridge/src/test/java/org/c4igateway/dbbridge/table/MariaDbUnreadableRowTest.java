package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbUnreadableRowTest extends UnreadableRowCases {
    MariaDbUnreadableRowTest() {
        super(new MariaDbTables());
    }
}
