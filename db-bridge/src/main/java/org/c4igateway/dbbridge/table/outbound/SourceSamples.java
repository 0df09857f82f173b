package org.c4igateway.dbbridge.table.outbound;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;

/** The first rows of a table elsewhere as the messages that they would be. Changes nothing; used by one thread. */
public final class SourceSamples {
    /** So many rows are judged one by one when the condition fails for one of them. */
    private static final int MAX_JUDGED = 10_000;

    private static final int CHUNK_ROWS = 200;

    private final Connection connection;
    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final Charset edge;
    private final SingleRows single;

    public SourceSamples(Connection connection, OutboundMapping mapping, Charset edge) {
        this.connection = connection;
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.keys = new KeyColumns(statements);
        this.edge = edge;
        this.single = new SingleRows(mapping, keys, edge);
    }

    /** @return rows that fulfil the condition, after those for which it fails, at most so many of each */
    public List<SourceRow> first(int atMost) throws SQLException {
        try {
            return together(atMost);
        } catch (SQLException e) {
            if (!SingleRows.mayBeOfOneRow(e)) {
                throw e;
            }
            connection.rollback();
        }
        keys.learn(connection);
        List<SourceRow> rows = new ArrayList<>();
        for (Place place : places(atMost, rows)) {
            if (place.whole()) {
                single.read(connection, place).ifPresent(found -> rows.add(found.row()));
            } else {
                rows.add(place.unreadable(Place.NO_KEY));
            }
        }
        return rows;
    }

    private List<SourceRow> together(int atMost) throws SQLException {
        List<SourceRow> rows = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(statements.query(0, false))) {
            query.setMaxRows(atMost);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    rows.add(SourceRow.read(row, mapping, edge));
                }
            }
        }
        return rows;
    }

    private List<Place> places(int atMost, List<SourceRow> failing) throws SQLException {
        try {
            return read(statements.keys(0, false), atMost);
        } catch (SQLException e) {
            if (!SingleRows.mayBeOfOneRow(e)) {
                throw e;
            }
            connection.rollback();
        }
        List<Place> all = read(statements.allKeys(false), MAX_JUDGED);
        List<Place> found = new ArrayList<>(
                all.stream().filter(place -> !place.whole()).limit(atMost).toList());
        List<Place> whole = all.stream().filter(Place::whole).toList();
        for (int from = 0; from < whole.size() && found.size() < atMost; from += CHUNK_ROWS) {
            List<Place> chunk = whole.subList(from, Math.min(whole.size(), from + CHUNK_ROWS));
            found.addAll(single.fulfilling(connection, chunk, (place, reason) -> {
                if (failing.size() < atMost) {
                    failing.add(place.unreadable(reason));
                }
            }));
        }
        return found.subList(0, Math.min(found.size(), atMost));
    }

    private List<Place> read(String sql, int atMost) throws SQLException {
        List<Place> places = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setMaxRows(atMost);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    places.add(Place.read(row, mapping.key().size()));
                }
            }
        }
        return places;
    }
}
