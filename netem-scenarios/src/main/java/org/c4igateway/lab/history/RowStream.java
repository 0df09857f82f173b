package org.c4igateway.lab.history;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The rows of a query, fetched a few at a time. Owns its connection. Belongs to one thread.
 *
 * @param <T> what a row becomes
 */
public final class RowStream<T> implements Iterator<T>, AutoCloseable {
    private static final int FETCH_ROWS = 2_000;

    private final Connection connection;
    private final ResultSet rows;
    private final RowReader<T> reader;
    private boolean ready;

    private RowStream(Connection connection, ResultSet rows, RowReader<T> reader) {
        this.connection = connection;
        this.rows = rows;
        this.reader = reader;
    }

    /** Makes a value of the row that the result stands on. */
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Runs the query. */
    public static <T> RowStream<T> open(
            ObservedSystem observedSystem, String sql, RowReader<T> reader, Object... arguments) throws SQLException {
        Connection connection = observedSystem.openOwner();
        try {
            connection.setAutoCommit(false);
            PreparedStatement statement = connection.prepareStatement(sql);
            statement.setFetchSize(FETCH_ROWS);
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            RowStream<T> stream = new RowStream<>(connection, statement.executeQuery(), reader);
            stream.advance();
            return stream;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void advance() throws SQLException {
        ready = rows.next();
    }

    @Override
    public boolean hasNext() {
        return ready;
    }

    @Override
    public T next() {
        if (!ready) {
            throw new NoSuchElementException();
        }
        try {
            T value = reader.read(rows);
            advance();
            return value;
        } catch (SQLException e) {
            throw new IllegalStateException("the history cannot be read to its end", e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
