package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Who logged in to the console and who was refused; the database keeps the newest 10,000. Needs a member of
 * {@code c4i_console}. Thread-safe, blocks.
 */
public final class LoginLog {
    private static final String ACCEPTED = "accepted";
    private static final String REFUSED = "refused";
    private static final String NEWEST =
            "SELECT id, at, actor, address, result FROM c4i.console_login WHERE id < ? ORDER BY id DESC LIMIT ?";

    private final DataSource dataSource;

    public LoginLog(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Writes one down.
     *
     * @param actor at most 64 characters; empty when no user has the given name
     * @param address at most 64 characters
     */
    public void record(String actor, String address, boolean accepted) {
        try {
            var _ = WriteTransaction.transaction(dataSource, connection -> {
                try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.record_login(?, ?, ?)")) {
                    statement.setString(1, actor);
                    statement.setString(2, address);
                    statement.setString(3, accepted ? ACCEPTED : REFUSED);
                    return statement.execute();
                }
            });
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "writing down a login");
        }
    }

    /** @return newest first, with numbers below {@code before} */
    public Page<LoginLine> page(long before, int rows) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(NEWEST)) {
            statement.setLong(1, before);
            statement.setInt(2, rows + 1);
            try (ResultSet row = statement.executeQuery()) {
                List<LoginLine> lines = new ArrayList<>();
                while (row.next()) {
                    lines.add(new LoginLine(
                            row.getLong(1),
                            RowMapping.instant(row, 2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5).equals(ACCEPTED)));
                }
                return Page.of(lines, rows, LoginLine::id);
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "reading the logins");
        }
    }
}
