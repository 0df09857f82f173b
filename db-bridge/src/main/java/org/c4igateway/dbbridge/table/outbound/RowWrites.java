package org.c4igateway.dbbridge.table.outbound;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.table.access.ForeignRefusal;

/** Updates rows elsewhere in one transaction: all at once, and one by one when one of them is refused. */
final class RowWrites {
    private RowWrites() {}

    /** Fills in the parameters of one row. */
    interface Binding<R> {
        void bind(PreparedStatement statement, R row) throws SQLException;
    }

    /** A row that its table refuses to change. */
    record Held<R>(R row, String reason) {}

    /**
     * Commits what the table takes.
     *
     * @return the others
     * @throws SQLException when it is no single row that is refused; then nothing is written
     */
    static <R> List<Held<R>> write(Connection connection, String sql, List<R> rows, Binding<R> binding)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            List<Held<R>> held;
            try {
                atOnce(statement, rows, binding);
                held = List.of();
            } catch (SQLException e) {
                connection.rollback();
                if (!ForeignRefusal.mayBeOfOneRow(e)) {
                    throw e;
                }
                statement.clearBatch();
                held = oneByOne(connection, statement, rows, binding);
            }
            connection.commit();
            return held;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    private static <R> void atOnce(PreparedStatement statement, List<R> rows, Binding<R> binding) throws SQLException {
        for (R row : rows) {
            binding.bind(statement, row);
            statement.addBatch();
        }
        statement.executeBatch();
    }

    private static <R> List<Held<R>> oneByOne(
            Connection connection, PreparedStatement statement, List<R> rows, Binding<R> binding) throws SQLException {
        List<Held<R>> held = new ArrayList<>();
        for (R row : rows) {
            Savepoint before = connection.setSavepoint();
            try {
                binding.bind(statement, row);
                statement.executeUpdate();
                connection.releaseSavepoint(before);
            } catch (SQLException e) {
                if (!ForeignRefusal.mayBeOfOneRow(e)) {
                    throw e;
                }
                connection.rollback(before);
                held.add(new Held<>(row, ForeignRefusal.words(e)));
            }
        }
        return held;
    }
}
