package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.List;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;

/** The tables on a PostgreSQL of their own. */
final class PostgresTables implements ForeignServer {
    private final TestDatabase there;

    PostgresTables(PostgresServer server) {
        there = server.emptyDatabase();
    }

    @Override
    public void clear() throws SQLException {
        there.execute("DROP SCHEMA IF EXISTS legacy CASCADE");
        there.execute("CREATE SCHEMA legacy");
    }

    @Override
    public String url() {
        return there.superuser().url();
    }

    @Override
    public String user() {
        return "postgres";
    }

    @Override
    public void execute(String sql) throws SQLException {
        there.execute(sql);
    }

    @Override
    public List<String> column(String sql) throws SQLException {
        return there.column(sql);
    }

    @Override
    public List<String> openTransactions() throws SQLException {
        return column("SELECT concat_ws(' ', state, query) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND xact_start IS NOT NULL");
    }

    @Override
    public String renamed(String table) {
        return table;
    }

    @Override
    public void raise(String table, String event, String condition) throws SQLException {
        there.execute(
                "CREATE FUNCTION legacy." + table + "_" + event + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF " + condition + " THEN RAISE EXCEPTION 'no such unit'; END IF; RETURN NEW; END $$");
        there.execute("CREATE TRIGGER t BEFORE " + event + " ON legacy." + table
                + " FOR EACH ROW EXECUTE FUNCTION legacy." + table + "_" + event + "()");
    }

    @Override
    public void close() {
        there.close();
    }
}
