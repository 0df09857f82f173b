package org.c4igateway.dbbridge.table;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.table.SourceLog.Taken;

/**
 * Takes the rows of one table elsewhere, in three steps for each batch:
 *
 * <pre>
 *  read elsewhere ─▶ submit or park, and remember the keys (one transaction here) ─▶ mark as taken elsewhere
 * </pre>
 *
 * <p>After a crash before the second step the rows are read again; after it they are recognised by their keys and only
 * marked. Used by one thread.
 */
final class SourcePoll {
    /** Bounds one turn, so that the other mappings get theirs. */
    private static final int MOST_BATCHES = 50;

    private static final long MOST_BYTES = 32L << 20;

    private final TableSettings settings;
    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final SourceLog log;
    private final TableMeters meters;
    private final String source;
    private final Charset edge;

    SourcePoll(TableSettings settings, OutboundMapping mapping, SourceLog log, TableMeters meters) {
        this.settings = settings;
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.log = log;
        this.meters = meters;
        this.source = settings.source(mapping.name());
        this.edge = settings.map().encoding().charset();
    }

    /**
     * Takes what is there.
     *
     * @param reading session of the query, which stays open meanwhile
     * @param marking another session, for what is written elsewhere
     * @return whether nothing is left
     */
    boolean turn(Connection reading, Connection marking) throws SQLException {
        OptionalLong position = mapping.polling().watermark().isPresent() ? log.position(source) : OptionalLong.empty();
        try (PreparedStatement query = reading.prepareStatement(statements.query(position.isPresent()))) {
            query.setFetchSize(settings.batchRows());
            query.setMaxRows(MOST_BATCHES * settings.batchRows());
            if (position.isPresent()) {
                query.setLong(1, position.getAsLong() - mapping.polling().overlap());
            }
            try (ResultSet row = query.executeQuery()) {
                int taken = 0;
                for (List<SourceRow> rows = batch(row); !rows.isEmpty(); rows = batch(row)) {
                    take(rows, marking);
                    taken += rows.size();
                }
                return taken < MOST_BATCHES * settings.batchRows();
            }
        } finally {
            reading.rollback();
        }
    }

    private List<SourceRow> batch(ResultSet row) throws SQLException {
        List<SourceRow> rows = new ArrayList<>();
        long bytes = 0;
        while (rows.size() < settings.batchRows() && bytes < MOST_BYTES && row.next()) {
            SourceRow next = SourceRow.read(
                    row, mapping.payloadIsText(), edge, mapping.key().size());
            rows.add(next);
            bytes += next.payload().length;
        }
        return rows;
    }

    private void take(List<SourceRow> rows, Connection marking) throws SQLException {
        OptionalLong watermark = mapping.polling().watermark().isPresent()
                ? rows.stream().mapToLong(SourceRow::watermark).max()
                : OptionalLong.empty();
        Taken taken = log.take(source, rows, watermark);
        if (!mapping.polling().taken().isEmpty()) {
            mark(rows, marking);
        }
        meters.count(source, "submitted", taken.submitted());
        meters.count(source, "known", taken.known());
        meters.count(source, "parked", taken.parked());
    }

    /** A row that no longer fulfils the condition was changed by its server meanwhile, and stays as that left it. */
    private void mark(List<SourceRow> rows, Connection marking) throws SQLException {
        try (PreparedStatement statement = marking.prepareStatement(statements.mark())) {
            for (SourceRow row : rows) {
                for (int i = 0; i < row.keyValues().size(); i++) {
                    statement.setObject(i + 1, row.keyValues().get(i));
                }
                statement.addBatch();
            }
            statement.executeBatch();
            marking.commit();
        } catch (SQLException e) {
            marking.rollback();
            throw e;
        }
    }
}
