package org.c4igateway.dbbridge.table.outbound;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;

/**
 * Rows for which the condition of the mapping fails, so it is unknown whether they are messages. They are parked once
 * and set aside: nothing is written into them, queries leave them out, and each turn checks them again until their
 * server has corrected them. Used by one thread.
 */
final class UndecidedRows {
    /** Maximum number of rows set aside; with more, each turn searches the whole table. */
    private static final int MOST = 1_000;

    private static final int CHUNK_ROWS = 200;
    /** Bytes of payload that are taken at once, but for the last row. */
    private static final long MAX_BYTES = 32L << 20;

    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final SingleRows single;
    private final SourceLog log;

    UndecidedRows(OutboundMapping mapping, SingleRows single, SourceLog log) {
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.single = single;
        this.log = log;
    }

    /**
     * What a search found.
     *
     * @param fulfilling rows that fulfil the condition, in the order in which they are taken
     * @param undecided rows that are left alone
     * @param parked how many of these were parked now
     */
    record Found(List<Place> fulfilling, List<SourceRow> undecided, int parked) {}

    /** @return keys of rows that were set aside */
    List<String> keys() {
        return log.aside(MOST);
    }

    /**
     * Judges the rows of the table, in the order in which they are taken, and sets those aside for which the condition
     * fails; none while it fails for all, because then the mapping may be at fault.
     *
     * @param streaming session whose query stays open meanwhile
     * @param probing another session
     * @param position where the watermark begins, if there is one
     */
    Found search(Connection streaming, Connection probing, OptionalLong position, int most) throws SQLException {
        List<Place> fulfilling = new ArrayList<>();
        List<SourceRow> failing = new ArrayList<>();
        List<SourceRow> undecided = new ArrayList<>();
        int judged = 0;
        try (PreparedStatement query = streaming.prepareStatement(statements.allKeys(position.isPresent()))) {
            query.setFetchSize(CHUNK_ROWS);
            if (position.isPresent()) {
                query.setLong(1, position.getAsLong());
            }
            try (ResultSet row = query.executeQuery()) {
                for (List<Place> chunk = chunk(row); !chunk.isEmpty() && fulfilling.size() < most; chunk = chunk(row)) {
                    judged += judge(probing, chunk, fulfilling, failing, undecided);
                }
            }
        }
        int parked = judged > 0 ? setAside(probing, failing) : 0;
        probing.rollback();
        undecided.addAll(failing);
        return new Found(fulfilling, undecided, parked);
    }

    private List<Place> chunk(ResultSet row) throws SQLException {
        List<Place> chunk = new ArrayList<>();
        while (chunk.size() < CHUNK_ROWS && row.next()) {
            chunk.add(Place.read(row, mapping.key().size()));
        }
        return chunk;
    }

    /** @return for how many of the chunk the condition does not fail */
    private int judge(
            Connection probing,
            List<Place> chunk,
            List<Place> fulfilling,
            List<SourceRow> failing,
            List<SourceRow> undecided)
            throws SQLException {
        List<Place> whole = chunk.stream().filter(Place::whole).toList();
        List<SourceRow> failed = new ArrayList<>();
        fulfilling.addAll(single.fulfilling(probing, whole, (place, reason) -> failed.add(place.unreadable(reason))));
        failed.stream().limit(MOST - failing.size()).forEach(failing::add);
        chunk.stream()
                .filter(place -> !place.whole() && undecided.size() < MOST)
                .forEach(place -> undecided.add(place.unreadable(Place.NO_KEY)));
        return whole.size() - failed.size();
    }

    private int setAside(Connection probing, List<SourceRow> failing) throws SQLException {
        Set<String> known = log.everSeen(failing);
        List<SourceRow> all = new ArrayList<>();
        for (SourceRow row : failing) {
            all.add(known.contains(row.key()) ? row : single.withPayload(probing, row));
        }
        return log.setAside(all);
    }

    /**
     * Checks the rows that were set aside again, and takes those that now fulfil the condition.
     *
     * @return rows for which it still fails
     */
    List<SourceRow> again(Connection reading, List<String> aside, SourceReading.Sink sink) throws SQLException {
        if (aside.isEmpty()) {
            return List.of();
        }
        List<SourceRow> failing = new ArrayList<>();
        List<SourceRow> ready = new ArrayList<>();
        long bytes = 0;
        for (String key : aside) {
            List<Place> now = single.fulfilling(
                    reading, List.of(Place.of(key)), (place, reason) -> failing.add(place.unreadable(reason)));
            for (Place place : now) {
                Optional<SingleRows.Found> found = single.read(reading, place);
                if (found.isPresent()) {
                    ready.add(found.get().row());
                    bytes += found.get().row().payload().length;
                }
            }
            if (bytes >= MAX_BYTES) {
                sink.take(List.copyOf(ready));
                ready.clear();
                bytes = 0;
            }
        }
        reading.rollback();
        if (!ready.isEmpty()) {
            sink.take(ready);
        }
        Set<String> decided = new HashSet<>(aside);
        failing.forEach(row -> decided.remove(row.key()));
        log.judged(decided, failing);
        return failing;
    }
}
