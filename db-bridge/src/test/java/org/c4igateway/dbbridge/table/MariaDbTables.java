package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.database.MariaDbServer;

/** The tables on MariaDB. */
final class MariaDbTables implements ForeignServer {
    /** Whether one server serves all tests of this process, and ends after it, as under mutation testing. */
    private static final boolean KEPT = Boolean.getBoolean("test.mariadb.kept");

    private final MariaDbServer server = KEPT ? Kept.SERVER : MariaDbServer.start();

    /** Started when first asked for. */
    private static final class Kept {
        static final MariaDbServer SERVER = MariaDbServer.start();
    }

    @Override
    public void clear() throws SQLException {
        server.execute("DROP DATABASE IF EXISTS legacy");
        server.execute("CREATE DATABASE legacy");
    }

    @Override
    public String url() {
        return server.url("legacy");
    }

    @Override
    public String user() {
        return "root";
    }

    @Override
    public void execute(String sql) throws SQLException {
        server.execute(sql);
    }

    @Override
    public List<String> column(String sql) throws SQLException {
        return server.column(sql);
    }

    @Override
    public List<String> openTransactions() throws SQLException {
        // Those without a session are the server's own, as when it counts the rows of a table that has changed.
        return column("SELECT concat_ws(' ', trx_state, trx_query) FROM information_schema.innodb_trx"
                + " WHERE trx_mysql_thread_id <> 0");
    }

    @Override
    public String renamed(String table) {
        return "legacy." + table;
    }

    @Override
    public void raise(String table, String event, String condition) throws SQLException {
        server.execute("CREATE TRIGGER legacy." + table + "_" + event + " BEFORE " + event + " ON legacy." + table
                + " FOR EACH ROW BEGIN IF " + condition
                + " THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no such unit'; END IF; END");
    }

    @Override
    public void close() {
        if (!KEPT) {
            server.close();
        }
    }
}
