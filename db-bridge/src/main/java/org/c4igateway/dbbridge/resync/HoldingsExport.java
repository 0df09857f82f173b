package org.c4igateway.dbbridge.resync;

import java.io.IOException;
import java.io.Writer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.jdbc.Rollback;

/**
 * Writes a file for comparison at another system: the messages that this database has from it, and those that it has
 * sent to it. Everything in it is of one snapshot. Reads only; the node may run.
 */
public final class HoldingsExport {
    /** Last line of a complete file. */
    static final String END = "end";

    private final Connection connection;
    private final EdgeText edge;

    /**
     * @param connection of a role that is member of c4i_console, or of a superuser; stays the caller's
     * @param edge encoding of the payloads; with another than UTF-8 the role is member of c4i_bridge as well
     */
    public HoldingsExport(Connection connection, EdgeText edge) {
        this.connection = Objects.requireNonNull(connection);
        this.edge = Objects.requireNonNull(edge);
    }

    /** @return how many lines there are, held and sent */
    public long write(SystemName of, Instant since, Writer file) throws SQLException, IOException {
        connection.setAutoCommit(false);
        long lines = 0;
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            file.write(header(statement, of, since).text() + "\n");
            try (HoldingsRows held = HoldingsRows.held(connection, of, since)) {
                lines += write(held, file);
            }
            try (HoldingsRows sent = HoldingsRows.sent(connection, of, since, edge)) {
                lines += write(sent, file);
            }
            file.write(END + "\n");
        } catch (SQLException | IOException | RuntimeException e) {
            Rollback.after(e, connection);
            throw e;
        }
        connection.rollback();
        connection.setAutoCommit(true);
        return lines;
    }

    private static HoldingsHeader header(Statement statement, SystemName of, Instant since) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT system_name, now() FROM c4i.node")) {
            if (!row.next()) {
                throw new SQLException("no node has been active on this database, so it has no name");
            }
            Instant now = Objects.requireNonNull(row.getObject(2, OffsetDateTime.class))
                    .toInstant();
            return new HoldingsHeader(new SystemName(row.getString(1)), of, since, now);
        }
    }

    private static long write(HoldingsRows rows, Writer file) throws SQLException, IOException {
        long lines = 0;
        for (HoldingsLine line = rows.next(); line != null; line = rows.next()) {
            file.write(line.text() + "\n");
            lines++;
        }
        return lines;
    }
}
