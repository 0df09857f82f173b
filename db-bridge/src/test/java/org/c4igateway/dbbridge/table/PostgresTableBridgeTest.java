package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PostgresTableBridgeTest extends TableBridgeCases {
    private final TestDatabase there;

    PostgresTableBridgeTest(PostgresServer server) {
        there = server.emptyDatabase();
    }

    @AfterEach
    void dropDatabase() {
        there.close();
    }

    @Override
    void prepare(TestDatabase database) throws SQLException {
        there.execute("CREATE SCHEMA legacy");
    }

    @Override
    String url(TestDatabase database) {
        return there.superuser().url();
    }

    @Override
    String user() {
        return "postgres";
    }

    @Override
    String renamed(String table) {
        return table;
    }

    @Override
    void elsewhere(String sql) throws SQLException {
        there.execute(sql);
    }

    @Override
    List<String> read(String sql) throws SQLException {
        return there.column(sql);
    }
}
