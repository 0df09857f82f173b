package org.c4igateway.dbbridge.table.outbound;

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
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.table.access.ForeignRefusal;

/**
 * Reads the rows of one table elsewhere: in batches, or one by one when an expression of the mapping fails for one of
 * them. Such a row is taken with its problem instead of its content as soon as another row can be read; until then the
 * mapping may be at fault, and the row is left alone. Used by one thread.
 */
final class SourceReading {
    /** Bytes of payload that are taken at once, but for the last row. */
    private static final long MOST_BYTES = 32L << 20;
    /** So many rows in a row that cannot be read end a turn. */
    private static final int MOST_UNREADABLE = 1_000;

    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final SourceLog log;
    private final Charset edge;
    private final int batchRows;

    /** Takes rows that were read. */
    interface Sink {
        void take(List<SourceRow> rows) throws SQLException;
    }

    /**
     * What was there.
     *
     * @param rows number of rows looked at; the most, when more may be there
     * @param unreadable those that were left alone; a row without a watermark always is
     */
    record Seen(int rows, List<SourceRow> unreadable) {}

    /** The query failed, and one row may be the cause. */
    private static final class UnreadableException extends SQLException {
        private static final long serialVersionUID = 1L;

        UnreadableException(SQLException cause) {
            super(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
        }
    }

    /** A row of which only this can be read for sure; a row without a watermark may get one later. */
    private record Place(String key, OptionalLong watermark) {}

    /** Rows that were read one by one and wait to be taken. */
    private static final class Collected {
        private List<SourceRow> rows = new ArrayList<>();
        private long bytes;
        private boolean anyGood;

        void add(SourceRow row, boolean good) {
            rows.add(row);
            bytes += row.payload().length;
            anyGood |= good;
        }

        boolean isFull(int batchRows) {
            return bytes >= MOST_BYTES || rows.size() >= (anyGood ? batchRows : MOST_UNREADABLE);
        }

        List<SourceRow> take() {
            List<SourceRow> all = rows;
            rows = new ArrayList<>();
            bytes = 0;
            return all;
        }
    }

    /** @param keys learned before the first turn */
    SourceReading(OutboundMapping mapping, KeyColumns keys, SourceLog log, Charset edge, int batchRows) {
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.keys = keys;
        this.log = log;
        this.edge = edge;
        this.batchRows = batchRows;
    }

    /**
     * Reads what is there, and leaves no transaction open.
     *
     * @param position watermark up to which rows were taken, if there is one
     * @param most rows that are read
     */
    Seen read(Connection reading, OptionalLong position, int most, Sink sink) throws SQLException {
        try {
            return new Seen(inBatches(reading, position, most, sink), List.of());
        } catch (UnreadableException e) {
            reading.rollback();
            return oneByOne(reading, position, most, sink);
        } finally {
            reading.rollback();
        }
    }

    private int inBatches(Connection reading, OptionalLong position, int most, Sink sink) throws SQLException {
        int seen = 0;
        try (PreparedStatement query = reading.prepareStatement(statements.query(position.isPresent()))) {
            bound(query, position, most);
            try (ResultSet row = execute(query)) {
                for (List<SourceRow> rows = batch(row); !rows.isEmpty(); rows = batch(row)) {
                    sink.take(rows);
                    seen += rows.size();
                }
            }
        }
        return seen;
    }

    private void bound(PreparedStatement query, OptionalLong position, int most) throws SQLException {
        query.setFetchSize(batchRows);
        query.setMaxRows(most);
        if (position.isPresent()) {
            query.setLong(1, position.getAsLong() - mapping.polling().overlap());
        }
    }

    private static ResultSet execute(PreparedStatement query) throws SQLException {
        try {
            return query.executeQuery();
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private List<SourceRow> batch(ResultSet row) throws SQLException {
        List<SourceRow> rows = new ArrayList<>();
        long bytes = 0;
        try {
            while (rows.size() < batchRows && bytes < MOST_BYTES && row.next()) {
                SourceRow next = SourceRow.read(row, mapping, edge);
                rows.add(next);
                bytes += next.payload().length;
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return rows;
    }

    private static SQLException unreadable(SQLException e) {
        return mayBeOfOneRow(e) ? new UnreadableException(e) : e;
    }

    private static boolean mayBeOfOneRow(SQLException e) {
        return ForeignRefusal.mayBeOfOneRow(e) && !SqlFaults.isOfTheStatement(e);
    }

    /** In the order of the query, so that no watermark passes a row that was not taken. */
    private Seen oneByOne(Connection reading, OptionalLong position, int most, Sink sink) throws SQLException {
        List<Place> places = places(reading, position, most);
        Collected collected = new Collected();
        int seen = places.size();
        List<SourceRow> unreadable = new ArrayList<>();
        try (PreparedStatement one = reading.prepareStatement(statements.queryOne())) {
            for (Place place : places) {
                if (place.watermark().isEmpty()) {
                    unreadable.add(SourceRow.unreadable(place.key(), 0, new byte[0], SourceRow.NO_WATERMARK));
                    continue;
                }
                if (collected.isFull(batchRows)) {
                    if (!collected.anyGood) {
                        seen = most;
                        break;
                    }
                    sink.take(collected.take());
                }
                look(one, place, collected);
            }
        }
        List<SourceRow> left = collected.take();
        List<SourceRow> unknown = collected.anyGood ? List.of() : log.unknown(left);
        unreadable.addAll(unknown);
        if (unknown.isEmpty() && !left.isEmpty()) {
            sink.take(left);
        }
        return new Seen(seen, unreadable);
    }

    private List<Place> places(Connection reading, OptionalLong position, int most) throws SQLException {
        List<Place> places = new ArrayList<>();
        try (PreparedStatement query = reading.prepareStatement(statements.keys(position.isPresent()))) {
            bound(query, position, most);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String key = KeyColumns.text(row, 2, mapping.key().size());
                    long watermark = row.getLong(1);
                    places.add(new Place(key, row.wasNull() ? OptionalLong.empty() : OptionalLong.of(watermark)));
                }
            }
        }
        return places;
    }

    /**
     * A row that is gone, or no longer fulfils the condition, is none.
     *
     * @param one query of one row, which outlives the roll-back after a row that cannot be read
     */
    private void look(PreparedStatement one, Place place, Collected collected) throws SQLException {
        try {
            keys.bind(one, 1, place.key());
            try (ResultSet row = one.executeQuery()) {
                if (row.next()) {
                    collected.add(SourceRow.read(row, mapping, edge), true);
                }
            }
        } catch (SQLException e) {
            if (!mayBeOfOneRow(e)) {
                throw e;
            }
            Connection reading = one.getConnection();
            reading.rollback();
            byte[] payload = payload(reading, place);
            long watermark = place.watermark().orElseThrow();
            collected.add(SourceRow.unreadable(place.key(), watermark, payload, ForeignRefusal.words(e)), false);
        }
    }

    /** @return empty when it cannot be read either */
    private byte[] payload(Connection reading, Place place) throws SQLException {
        try (PreparedStatement query = reading.prepareStatement(statements.payload())) {
            keys.bind(query, 1, place.key());
            try (ResultSet row = query.executeQuery()) {
                return row.next()
                        ? SourceRow.payload(row, 1, mapping.payloadIsText(), edge, new ArrayList<>())
                        : new byte[0];
            }
        } catch (SQLException e) {
            if (!mayBeOfOneRow(e)) {
                throw e;
            }
            reading.rollback();
            return new byte[0];
        }
    }
}
