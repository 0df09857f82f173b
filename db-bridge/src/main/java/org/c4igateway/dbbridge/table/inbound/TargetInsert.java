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
    private static final int PARAMETERS = 13;
    /** Messages of one statement, and bytes of their payloads but for the last. */
    private static final int MAX_ROWS = 100;

    private static final long MAX_BYTES = 1 << 20;

    private final PreparedStatement insert;
    private final PreparedStatement look;
    private final InsertStatements statements;
    private final TableSettings settings;
    private final boolean postgres;

    TargetInsert(
            PreparedStatement insert,
            PreparedStatement look,
            InsertStatements statements,
            TableSettings settings,
            boolean postgres) {
        this.insert = insert;
        this.look = look;
        this.statements = statements;
        this.settings = settings;
        this.postgres = postgres;
    }

    /** A message and its payload as text; null when it is none. */
    private record Texted(ReceivedRow row, @Nullable String text) {}

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
        List<Texted> texts =
                rows.stream().map(row -> new Texted(row, text(row.payload()))).toList();
        if (statements.usesText() && texts.stream().anyMatch(row -> row.text() == null)) {
            return false;
        }
        Savepoint before = target.setSavepoint();
        try {
            if (postgres || statements.replaces()) {
                inOneCall(texts);
            } else {
                byStatements(texts, target);
            }
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

    private void inOneCall(List<Texted> rows) throws SQLException {
        for (Texted row : rows) {
            bind(insert, 0, row.row(), row.text());
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private void byStatements(List<Texted> rows, Connection target) throws SQLException {
        int from = 0;
        while (from < rows.size()) {
            int to = from;
            long bytes = 0;
            while (to < rows.size() && to - from < MAX_ROWS && bytes < MAX_BYTES) {
                bytes += rows.get(to).row().payload().length;
                to++;
            }
            try (PreparedStatement all = target.prepareStatement(statements.insertAll(to - from))) {
                for (int i = from; i < to; i++) {
                    bind(
                            all,
                            (i - from) * PARAMETERS,
                            rows.get(i).row(),
                            rows.get(i).text());
                }
                all.executeUpdate();
            }
            from = to;
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
            bind(insert, 0, row, text);
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
        bind(look, 0, row, text);
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

    private static void bind(PreparedStatement statement, int before, ReceivedRow row, @Nullable String text)
            throws SQLException {
        statement.setLong(before + 1, row.receivedId());
        statement.setString(before + 2, ForeignDatabase.instant(row.receivedAt()));
        statement.setString(before + 3, row.originSystem());
        statement.setLong(before + 4, row.originSequence());
        statement.setString(before + 5, row.topicId());
        statement.setInt(before + 6, row.precedence());
        statement.setString(before + 7, row.destinations());
        statement.setString(before + 8, ForeignDatabase.instant(row.createdAt()));
        statement.setString(before + 9, ForeignDatabase.instant(row.expiresAt()));
        statement.setString(before + 10, row.label());
        statement.setString(before + 11, row.subject());
        statement.setBytes(before + 12, row.payload());
        statement.setString(before + 13, text);
    }
}
