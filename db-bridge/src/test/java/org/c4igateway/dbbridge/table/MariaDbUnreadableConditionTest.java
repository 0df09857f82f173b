package org.c4igateway.dbbridge.table;

import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(PostgresExtension.class)
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
class MariaDbUnreadableConditionTest extends UnreadableConditionCases {
    MariaDbUnreadableConditionTest() {
        super(new MariaDbTables());
    }

    static boolean isInstalled() {
        return MariaDbServer.isInstalled();
    }

    @AfterAll
    void stopServer() {
        server().close();
    }
}
