package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.List;

/** A database elsewhere with a schema {@code legacy}, on a real server. */
interface ForeignServer extends AutoCloseable {
    /** Makes the schema anew, without tables. */
    void clear() throws SQLException;

    String url();

    String user();

    /** Runs one statement there. */
    void execute(String sql) throws SQLException;

    /** @return first column of all rows */
    List<String> column(String sql) throws SQLException;

    /** @return what each transaction of others is that has begun and not ended */
    List<String> openTransactions() throws SQLException;

    /** What a statement that renames a table of the schema calls its new name. */
    String renamed(String table);

    /** From now on a trigger raises an error, of no class of its own, for changes of rows that fulfil the condition. */
    void raise(String table, String event, String condition) throws SQLException;

    @Override
    void close();
}
