package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.c4igateway.dbbridge.database.MariaDbServer;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@EnabledIf(value = "isInstalled", disabledReason = "mariadb-server is not installed")
class MariaDbTableBridgeTest extends TableBridgeCases {
    private static @Nullable MariaDbServer server;

    static boolean isInstalled() {
        return MariaDbServer.isInstalled();
    }

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start();
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    private static MariaDbServer server() {
        return Objects.requireNonNull(server);
    }

    @Override
    void prepare(TestDatabase database) throws SQLException {
        server().execute("DROP DATABASE IF EXISTS legacy");
        server().execute("CREATE DATABASE legacy");
    }

    @Override
    String url(TestDatabase database) {
        return server().url("legacy");
    }

    @Override
    void elsewhere(String sql) throws SQLException {
        server().execute(sql);
    }

    @Override
    List<String> read(String sql) throws SQLException {
        return server().column(sql);
    }
}
