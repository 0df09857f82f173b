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

/**
 * Reads the rows of one table elsewhere: in batches, or one by one when an expression of the mapping fails for one of
 * them. Such a row is taken with its problem instead of its content as soon as another row can be read; until then the
 * mapping may be at fault, and the row is left alone. A row for which the condition itself fails is set aside. Used by
 * one thread.
 */
final class SourceReading {
    /** Bytes of payload that are taken at once, but for the last row. */
    private static final long MAX_BYTES = 32L << 20;
    /** So many rows in a row that cannot be read end a turn. */
    private static final int MAX_UNREADABLE = 1_000;

    private static final int FIRST_OF_KEY = 9;

    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final SingleRows single;
    private final UndecidedRows undecided;
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
     * @param unreadable those that were left alone; a row without a watermark or a whole key always is
     * @param parked those of them that were parked now
     */
    record Seen(int rows, List<SourceRow> unreadable, int parked) {
        Seen plus(List<SourceRow> others) {
            List<SourceRow> all = new ArrayList<>(unreadable);
            all.addAll(others);
            return new Seen(rows, all, parked);
        }
    }

    /**
     * What a turn reads.
     *
     * @param position watermark from which on it reads, if there is one
     * @param most rows that are read
     * @param aside keys of rows that are left out
     */
    private record Range(OptionalLong position, int most, List<Place> aside) {}

    /** The query failed, and one row may be the cause. */
    private static final class UnreadableException extends SQLException {
        private static final long serialVersionUID = 1L;

        UnreadableException(SQLException cause) {
            super(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
        }
    }

    /** Rows that were read one by one and wait to be taken. */
    private static final class Collected {
        private List<SourceRow> rows = new ArrayList<>();
        private long bytes;
        private boolean anyGood;

        void add(SingleRows.Found found) {
            rows.add(found.row());
            bytes += found.row().payload().length;
            anyGood |= found.readable();
        }

        boolean isFull(int batchRows) {
            return bytes >= MAX_BYTES || rows.size() >= (anyGood ? batchRows : MAX_UNREADABLE);
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
        this.single = new SingleRows(mapping, keys, edge);
        this.undecided = new UndecidedRows(mapping, single, log);
        this.log = log;
        this.edge = edge;
        this.batchRows = batchRows;
    }

    /**
     * Reads what is there, and leaves no transaction open.
     *
     * @param reading session of the query, which stays open meanwhile
     * @param probing another session
     * @param from watermark from which on it reads, if there is one
     * @param most rows that are read
     * @param mended takes rows that were set aside, which come in no order
     */
    Seen read(Connection reading, Connection probing, OptionalLong from, int most, Sink sink, Sink mended)
            throws SQLException {
        List<String> aside = undecided.keys();
        Range range = new Range(from, most, aside.stream().map(Place::of).toList());
        try {
            Seen seen = read(reading, probing, range, sink);
            reading.rollback();
            return seen.plus(undecided.again(reading, aside, mended));
        } finally {
            reading.rollback();
        }
    }

    private Seen read(Connection reading, Connection probing, Range range, Sink sink) throws SQLException {
        try {
            return inBatches(reading, range, sink);
        } catch (UnreadableException e) {
            reading.rollback();
            return oneByOne(reading, probing, range, sink);
        }
    }

    private Seen inBatches(Connection reading, Range range, Sink sink) throws SQLException {
        int seen = 0;
        List<SourceRow> keyless = new ArrayList<>();
        boolean from = range.position().isPresent();
        try (PreparedStatement query =
                reading.prepareStatement(statements.query(range.aside().size(), from))) {
            bound(query, range);
            try (ResultSet row = execute(query)) {
                for (List<SourceRow> rows = batch(row, keyless); !rows.isEmpty(); rows = batch(row, keyless)) {
                    sink.take(rows);
                    seen += rows.size();
                }
            }
        }
        return new Seen(seen + keyless.size(), keyless, 0);
    }

    private void bound(PreparedStatement query, Range range) throws SQLException {
        query.setFetchSize(batchRows);
        query.setMaxRows(range.most());
        int next = keys.bind(query, 1, range.aside());
        if (range.position().isPresent()) {
            query.setLong(next, range.position().getAsLong());
        }
    }

    private static ResultSet execute(PreparedStatement query) throws SQLException {
        try {
            return query.executeQuery();
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private List<SourceRow> batch(ResultSet row, List<SourceRow> keyless) throws SQLException {
        List<SourceRow> rows = new ArrayList<>();
        int columns = mapping.key().size();
        long bytes = 0;
        try {
            while (rows.size() < batchRows && bytes < MAX_BYTES && row.next()) {
                if (KeyColumns.isWhole(row, FIRST_OF_KEY, columns)) {
                    SourceRow next = SourceRow.read(row, mapping, edge);
                    rows.add(next);
                    bytes += next.payload().length;
                } else {
                    String key = KeyColumns.text(row, FIRST_OF_KEY, columns);
                    keyless.add(SourceRow.unreadable(key, 0, new byte[0], Place.NO_KEY));
                }
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return rows;
    }

    private static SQLException unreadable(SQLException e) {
        return SingleRows.mayBeOfOneRow(e) ? new UnreadableException(e) : e;
    }

    /** In the order of the query, so that no watermark passes a row that was not taken. */
    private Seen oneByOne(Connection reading, Connection probing, Range range, Sink sink) throws SQLException {
        UndecidedRows.Found found = places(reading, probing, range);
        Collected collected = new Collected();
        int seen = found.fulfilling().size();
        List<SourceRow> unreadable = new ArrayList<>(found.undecided());
        for (Place place : found.fulfilling()) {
            if (!place.whole() || place.watermark().isEmpty()) {
                unreadable.add(place.unreadable(place.whole() ? SourceRow.NO_WATERMARK : Place.NO_KEY));
                continue;
            }
            if (collected.isFull(batchRows)) {
                if (!collected.anyGood) {
                    seen = range.most();
                    break;
                }
                sink.take(collected.take());
            }
            single.read(reading, place).ifPresent(collected::add);
        }
        List<SourceRow> left = collected.take();
        List<SourceRow> unknown = collected.anyGood ? List.of() : log.unknown(left);
        unreadable.addAll(unknown);
        if (unknown.isEmpty() && !left.isEmpty()) {
            sink.take(left);
        }
        return new Seen(seen, unreadable, found.parked());
    }

    private UndecidedRows.Found places(Connection reading, Connection probing, Range range) throws SQLException {
        List<Place> places = new ArrayList<>();
        boolean from = range.position().isPresent();
        try (PreparedStatement query =
                reading.prepareStatement(statements.keys(range.aside().size(), from))) {
            bound(query, range);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    places.add(Place.read(row, mapping.key().size()));
                }
            }
            return new UndecidedRows.Found(places, List.of(), 0);
        } catch (SQLException e) {
            if (!SingleRows.mayBeOfOneRow(e)) {
                throw e;
            }
            reading.rollback();
        }
        UndecidedRows.Found found = undecided.search(reading, probing, range.position(), range.most());
        reading.rollback();
        return found;
    }
}
