package org.c4igateway.lab.testbed.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Sizes of an interface database that must not grow while rows come and go. */
public final class TableGrowth {
    private static final String SIZE = "SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::bigint"
            + " FROM pg_stat_user_tables WHERE schemaname = 'c4i'";
    /** All but rows that stay until their retention is over, and the logs of operators. */
    private static final String CHANGING = SIZE
            + " AND relid NOT IN (SELECT oid FROM pg_class WHERE relispartition) AND relname NOT IN ('inbox_key', 'dead_letter',"
            + " 'table_key', 'history_sample', 'readmission', 'operator_action', 'console_login', 'schema_history')";

    private static final String DEAD =
            "SELECT coalesce(sum(n_dead_tup), 0)::bigint FROM pg_stat_user_tables WHERE schemaname = 'c4i'";

    private TableGrowth() {}

    /** @return bytes of all tables with their indexes */
    public static long all(Connection connection) throws SQLException {
        return number(connection, SIZE);
    }

    /** @return bytes of the tables whose rows are updated or deleted, with their indexes: these would bloat */
    public static long changing(Connection connection) throws SQLException {
        return number(connection, CHANGING);
    }

    /** @return dead rows of all tables, by the server's statistics */
    public static long deadRows(Connection connection) throws SQLException {
        return number(connection, DEAD);
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
