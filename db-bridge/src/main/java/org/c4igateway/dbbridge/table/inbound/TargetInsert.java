package org.c4igateway.dbbridge.table.inbound;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.c4igateway.dbbridge.adopt.InsertStatements;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.c4igateway.dbbridge.table.access.ForeignRefusal;
import org.c4igateway.dbbridge.table.access.ReceivedRow;
import org.c4igateway.dbbridge.table.access.TableSettings;
import org.jspecify.annotations.Nullable;

/** Inserts messages into a table elsewhere. The statements stay the caller's; used by one thread. */
final class TargetInsert {
    private static final String UNIQUE_CLASS = "23";

    private final PreparedStatement insert;
    private final PreparedStatement look;
    private final InsertStatements statements;
    private final TableSettings settings;

    TargetInsert(
            PreparedStatement insert, PreparedStatement look, InsertStatements statements, TableSettings settings) {
        this.insert = insert;
        this.look = look;
        this.statements = statements;
        this.settings = settings;
    }

    /** What came of it. */
    sealed interface Result {
        /** It is there now. */
        record Inserted() implements Result {}

        /** It was there before, or the mapping does not want it. */
        record Nothing() implements Result {}

        /**
         * It is not there.
         *
         * @param reason the words of the database
         * @param ofTheRow whether its data is the cause; otherwise it may be the table
         */
        record Refused(String reason, boolean ofTheRow) implements Result {}
    }

    /**
     * Inserts messages in one call.
     *
     * @return whether the table took them; otherwise none of them is there, and each is to be tried by itself
     */
    boolean runTogether(List<ReceivedRow> rows, Connection target) throws SQLException {
        Savepoint before = target.setSavepoint();
        try {
            for (ReceivedRow row : rows) {
                String text = text(row.payload());
                if (text == null && statements.usesText()) {
                    insert.clearBatch();
                    return false;
                }
                bind(insert, row, text);
                insert.addBatch();
            }
            insert.executeBatch();
            target.releaseSavepoint(before);
            return true;
        } catch (SQLException e) {
            insert.clearBatch();
            if (!SqlFaults.isDataError(e) && !ForeignRefusal.mayBeOfOneRow(e)) {
                throw e;
            }
            target.rollback(before);
            return false;
        }
    }

    /** @throws SQLException when it is not the message that is refused */
    Result run(ReceivedRow row, Connection target) throws SQLException {
        String text = text(row.payload());
        if (text == null && statements.usesText()) {
            return new Result.Refused(
                    "the payload is not text in " + settings.map().encoding().label(), true);
        }
        Savepoint before = target.setSavepoint();
        try {
            bind(insert, row, text);
            int rows = insert.executeUpdate();
            target.releaseSavepoint(before);
            return rows > 0 ? new Result.Inserted() : new Result.Nothing();
        } catch (SQLException e) {
            boolean ofTheRow = SqlFaults.isDataError(e);
            if (!ofTheRow && !ForeignRefusal.mayBeOfOneRow(e)) {
                throw e;
            }
            target.rollback(before);
            return isThere(row, text, e) ? new Result.Nothing() : new Result.Refused(ForeignRefusal.words(e), ofTheRow);
        }
    }

    private boolean isThere(ReceivedRow row, @Nullable String text, SQLException refusal) throws SQLException {
        // What an upsert finds under its key is another message.
        if (statements.replaces() || !String.valueOf(refusal.getSQLState()).startsWith(UNIQUE_CLASS)) {
            return false;
        }
        bind(look, row, text);
        try (ResultSet found = look.executeQuery()) {
            return found.next();
        }
    }

    private @Nullable String text(byte[] payload) {
        try {
            return settings.map()
                    .encoding()
                    .charset()
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static void bind(PreparedStatement statement, ReceivedRow row, @Nullable String text) throws SQLException {
        statement.setLong(1, row.receivedId());
        statement.setString(2, ForeignDatabase.instant(row.receivedAt()));
        statement.setString(3, row.originSystem());
        statement.setLong(4, row.originSequence());
        statement.setString(5, row.topicId());
        statement.setInt(6, row.precedence());
        statement.setString(7, row.destinations());
        statement.setString(8, ForeignDatabase.instant(row.createdAt()));
        statement.setString(9, ForeignDatabase.instant(row.expiresAt()));
        statement.setString(10, row.label());
        statement.setString(11, row.subject());
        statement.setBytes(12, row.payload());
        statement.setString(13, text);
    }
}
