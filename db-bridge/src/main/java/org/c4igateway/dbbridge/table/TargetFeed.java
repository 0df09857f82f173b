package org.c4igateway.dbbridge.table;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.adopt.InboundMapping;
import org.c4igateway.dbbridge.adopt.InsertStatements;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.table.SourceLog.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Brings received messages to one table elsewhere, in two steps for each batch: inserts elsewhere, then the position
 * here. After a crash in between the messages come again and are found there by their unique columns. Used by one
 * thread.
 */
final class TargetFeed {
    private static final int MOST_BATCHES = 50;
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);
    private static final String UNIQUE_CLASS = "23";

    private final TableSettings settings;
    private final InsertStatements statements;
    private final SourceLog log;
    private final DataSource inbox;
    private final TableMeters meters;
    private final String source;

    TargetFeed(TableSettings settings, InboundMapping mapping, SourceLog log, DataSource inbox, TableMeters meters) {
        this.settings = settings;
        this.statements = new InsertStatements(mapping);
        this.log = log;
        this.inbox = inbox;
        this.meters = meters;
        this.source = settings.source(mapping.name());
    }

    /** @return whether nothing is left */
    boolean turn(Connection target) throws SQLException {
        long position = log.position(source).orElse(0);
        for (int batch = 0; batch < MOST_BATCHES; batch++) {
            List<ReceivedRow> rows = read(position);
            if (rows.isEmpty()) {
                return true;
            }
            List<Refused> refused = bring(rows, target);
            position = rows.getLast().receivedId();
            log.brought(source, refused, position);
            meters.count(source, "delivered", rows.size() - refused.size());
            meters.count(source, "parked", refused.size());
        }
        return false;
    }

    private List<ReceivedRow> read(long position) throws SQLException {
        List<ReceivedRow> rows = new ArrayList<>();
        try (Connection connection = inbox.getConnection();
                PreparedStatement statement = connection.prepareStatement(ReceivedRow.QUERY)) {
            statement.setLong(1, position);
            statement.setInt(2, settings.batchRows());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(ReceivedRow.read(row));
                }
            }
        }
        return rows;
    }

    private List<Refused> bring(List<ReceivedRow> rows, Connection target) throws SQLException {
        List<Refused> refused = new ArrayList<>();
        boolean postgres = target.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        try (PreparedStatement insert = target.prepareStatement(statements.insert(postgres));
                PreparedStatement look = target.prepareStatement(statements.look(postgres))) {
            for (ReceivedRow row : rows) {
                insert(row, target, insert, look).ifPresent(reason -> refused.add(new Refused(row, reason)));
            }
            target.commit();
            return refused;
        } catch (SQLException e) {
            target.rollback();
            throw e;
        }
    }

    /** @return why the table refuses it; empty when it is there */
    private Optional<String> insert(
            ReceivedRow row, Connection target, PreparedStatement insert, PreparedStatement look) throws SQLException {
        String text = text(row.payload());
        if (text == null && statements.usesText()) {
            return Optional.of(
                    "the payload is not text in " + settings.map().encoding().label());
        }
        Savepoint before = target.setSavepoint();
        try {
            bind(insert, row, text);
            insert.executeUpdate();
            target.releaseSavepoint(before);
            return Optional.empty();
        } catch (SQLException e) {
            if (!SqlFaults.isDataError(e)) {
                throw e;
            }
            target.rollback(before);
            return isThere(row, text, look, e) ? Optional.empty() : Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isThere(ReceivedRow row, @Nullable String text, PreparedStatement look, SQLException refusal)
            throws SQLException {
        if (!String.valueOf(refusal.getSQLState()).startsWith(UNIQUE_CLASS)) {
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
        statement.setString(2, instant(row.receivedAt()));
        statement.setString(3, row.originSystem());
        statement.setLong(4, row.originSequence());
        statement.setString(5, row.topicId());
        statement.setInt(6, row.precedence());
        statement.setString(7, row.destinations());
        statement.setString(8, instant(row.createdAt()));
        statement.setString(9, instant(row.expiresAt()));
        statement.setString(10, row.label());
        statement.setString(11, row.subject());
        statement.setBytes(12, row.payload());
        statement.setString(13, text);
    }

    /** In UTC, which is the time zone of the session elsewhere. */
    private static @Nullable String instant(@Nullable Instant instant) {
        return instant == null ? null : UTC.format(instant);
    }
}
