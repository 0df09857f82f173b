package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.OnMariaDb;

@OnMariaDb
class MariaDbUnreadableConditionTest extends UnreadableConditionCases {
    MariaDbUnreadableConditionTest() {
        super(new MariaDbTables());
    }
}
