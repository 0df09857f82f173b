package org.c4igateway.dbbridge.table.outbound;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.table.access.ForeignRefusal;

/**
 * Reads rows elsewhere by their keys, when they cannot be read together. A refusal that may be of one row rolls the
 * transaction of the session back. Used by one thread.
 */
final class SingleRows {
    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final Charset edge;

    /** @param keys learned before the first row */
    SingleRows(OutboundMapping mapping, KeyColumns keys, Charset edge) {
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.keys = keys;
        this.edge = edge;
    }

    /** What there is of a row. */
    record Found(SourceRow row, boolean readable) {}

    /** A row of which this is known only because the database refuses to judge it. */
    interface Failing {
        void add(Place place, String reason);
    }

    static boolean mayBeOfOneRow(SQLException e) {
        return ForeignRefusal.mayBeOfOneRow(e) && !SqlFaults.isOfTheStatement(e);
    }

    /** @return the row, or why it cannot be read with its payload; none when it is gone or no longer wanted */
    Optional<Found> read(Connection reading, Place place) throws SQLException {
        try (PreparedStatement one = reading.prepareStatement(statements.queryOne())) {
            keys.bind(one, keys.bind(one, 1, place.key()), place.key());
            try (ResultSet row = one.executeQuery()) {
                return row.next() ? Optional.of(new Found(SourceRow.read(row, mapping, edge), true)) : Optional.empty();
            }
        } catch (SQLException e) {
            if (!mayBeOfOneRow(e)) {
                throw e;
            }
            reading.rollback();
            return Optional.of(new Found(withPayload(reading, place.unreadable(ForeignRefusal.words(e))), false));
        }
    }

    /** @return the same with its payload; without one when that cannot be read either */
    SourceRow withPayload(Connection reading, SourceRow row) throws SQLException {
        try (PreparedStatement query = reading.prepareStatement(statements.payload())) {
            keys.bind(query, 1, row.key());
            try (ResultSet found = query.executeQuery()) {
                byte[] payload = found.next()
                        ? SourceRow.payload(found, 1, mapping.payloadIsText(), edge, new ArrayList<>())
                        : new byte[0];
                return SourceRow.unreadable(row.key(), row.watermark(), payload, row.problem());
            }
        } catch (SQLException e) {
            if (!mayBeOfOneRow(e)) {
                throw e;
            }
            reading.rollback();
            return row;
        }
    }

    /**
     * Which of these rows fulfil the condition. They are judged together, and by halves when it fails for one of them.
     *
     * @param failing takes those for which it fails
     */
    List<Place> fulfilling(Connection probing, List<Place> places, Failing failing) throws SQLException {
        if (places.isEmpty()) {
            return places;
        }
        try (PreparedStatement query = probing.prepareStatement(statements.judge(places.size()))) {
            int next = keys.bind(query, 1, places);
            keys.bind(query, next, places);
            List<Place> found = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    found.add(Place.read(row, mapping.key().size()));
                }
            }
            return found;
        } catch (SQLException e) {
            if (!mayBeOfOneRow(e)) {
                throw e;
            }
            probing.rollback();
            if (places.size() == 1) {
                failing.add(places.getFirst(), "when: " + ForeignRefusal.words(e));
                return List.of();
            }
        }
        int half = places.size() / 2;
        List<Place> found = new ArrayList<>(fulfilling(probing, places.subList(0, half), failing));
        found.addAll(fulfilling(probing, places.subList(half, places.size()), failing));
        return found;
    }
}
