package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.c4igateway.dbbridge.jdbc.SqlArrays;
import org.jspecify.annotations.Nullable;

/** The one statement that answers all requests from one snapshot. Not thread-safe; one per call. */
final class FetchStatement {
    /**
     * Final states of the row first, which one probe of the delivery log answers; then which of the request's
     * destinations are without one. Most requests are for one destination: they need no array built for each row.
     */
    private static final String PENDING = """
            CROSS JOIN LATERAL (
                SELECT ARRAY(SELECT v.destination FROM c4i.delivery AS v
                    WHERE v.sequence = o.sequence AND v.created_at = o.created_at) AS ended
                OFFSET 0) AS e
            CROSS JOIN LATERAL (
                SELECT CASE
                    WHEN r.only IS NULL THEN ARRAY(SELECT d FROM unnest(r.destinations) AS d
                        WHERE d = ANY (o.destinations) AND d <> ALL (e.ended))
                    WHEN r.only = ANY (e.ended) THEN '{}'
                    ELSE r.destinations END AS pending
                OFFSET 0) AS p
            """;

    /** Rows of gaps whose transaction has finished. The server sets up a scan of each day for it, gaps or not. */
    private static final String OF_GAPS = """
            (SELECT q.* FROM unnest(r.gap_xids, r.gap_sequences) AS g (xid, sequence) CROSS JOIN LATERAL (
                SELECT o.*, false AS bound, p.pending FROM c4i.outbox AS o %s
                WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (g.xid, g.sequence)
                    AND o.xid <= g.xid AND o.destinations && r.destinations AND p.pending <> '{}'
                ORDER BY o.xid, o.sequence LIMIT r.max_rows) AS q
             WHERE pg_visible_in_snapshot(g.xid, pg_current_snapshot())
             ORDER BY q.xid, q.sequence LIMIT r.max_rows)
            UNION ALL
            """.formatted(PENDING);

    /**
     * First row: snapshot, epoch and reading term. Then per request: rows of gaps whose transaction has finished, and
     * rows behind the cursor. The row that crosses the byte limit comes without payload, to tell that there is more. A
     * correlated subquery per row keeps the planner, which has no statistics on a young day, from hashing the whole
     * delivery log; a range where an equality would do keeps it on the index that is in reading order.
     */
    private static final String SQL = """
            WITH request AS MATERIALIZED (
                SELECT r.number, r.precedence, string_to_array(r.destinations, ',') AS destinations,
                       CASE WHEN strpos(r.destinations, ',') = 0 THEN r.destinations END AS only,
                       r.xid::xid8 AS xid, r.sequence, string_to_array(r.gap_xids, ',')::xid8[] AS gap_xids,
                       string_to_array(r.gap_sequences, ',')::bigint[] AS gap_sequences, r.max_rows, r.max_bytes, ?::bigint AS max_looks
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
                    AS r (precedence, destinations, xid, sequence, gap_xids, gap_sequences, max_rows, max_bytes, number))
            SELECT 0::bigint AS number, pg_current_snapshot()::text AS xid, (SELECT epoch FROM c4i.lease) AS sequence,
                   NULL::timestamptz AS created_at, NULL::timestamptz AS expires_at, c4i.present_reading_term()::text AS topic_id,
                   NULL::text AS destinations, NULL::text AS pending, NULL::text AS label, NULL::text AS subject,
                   NULL::bytea AS payload, NULL::bigint AS repeats, false AS bound
            UNION ALL
            SELECT r.number, f.xid::text, f.sequence, f.created_at, f.expires_at, f.topic_id,
                   array_to_string(f.destinations, ','), array_to_string(f.pending, ','), f.label, f.subject,
                   CASE WHEN f.pending <> '{}' AND (f.running <= r.max_bytes OR f.running = f.payload_size) THEN f.payload END,
                   coalesce(f.repeats, 0), f.bound
            FROM request AS r CROSS JOIN LATERAL (
                SELECT w.*, sum(w.payload_size) OVER (ORDER BY w.xid, w.sequence ROWS UNBOUNDED PRECEDING) AS running
                FROM (
                    %s (%s ORDER BY o.xid, o.sequence LIMIT r.max_rows)) AS w
                ORDER BY w.xid, w.sequence LIMIT r.max_rows) AS f
            WHERE f.running - f.payload_size <= r.max_bytes
            """;

    /** However many rows of others lie between. */
    private static final String ALL = """
            SELECT o.*, false AS bound, p.pending FROM c4i.outbox AS o %s
            WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                AND o.destinations && r.destinations AND p.pending <> '{}'
            """.formatted(PENDING);

    /**
     * Of a limited number of rows, whomever they are for and whatever became of them. The last one of that number comes
     * in any case, with nothing pending when it is not the request's, to tell where to go on. Slower per row.
     */
    private static final String OF_THE_NEXT = """
            SELECT o.*, CASE WHEN o.destinations && r.destinations THEN p.pending ELSE '{}' END AS pending
            FROM (SELECT o.*, row_number() OVER (ORDER BY o.xid, o.sequence) = r.max_looks AS bound
                FROM c4i.outbox AS o
                WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                ORDER BY o.xid, o.sequence LIMIT r.max_looks) AS o %s
            WHERE (o.destinations && r.destinations OR o.bound) AND (p.pending <> '{}' OR o.bound)
            """.formatted(PENDING);

    /** Without gaps, and with gaps. */
    private static final String[] UNLIMITED = {SQL.formatted("", ALL), SQL.formatted(OF_GAPS, ALL)};

    private static final String[] LIMITED = {SQL.formatted("", OF_THE_NEXT), SQL.formatted(OF_GAPS, OF_THE_NEXT)};

    private final List<FetchRequest> requests;
    private final List<SnapshotPosition> positions;
    private final int maxLooks;
    private final int seconds;

    /**
     * What it brought.
     *
     * @param snapshot the snapshot it ran on
     * @param epoch the lease's epoch in that snapshot
     * @param term the reading term, see {@link TermPosition}
     * @param rows rows per request, in the requests' order
     */
    record Answer(Snapshot snapshot, long epoch, String term, List<List<Row>> rows) {
        /** @return whether a row's transaction lies in the future of the snapshot, as after a restore */
        boolean hasRowsOfTheFuture() {
            return rows.stream().flatMap(List::stream).anyMatch(row -> row.xid() >= snapshot.xmax());
        }
    }

    /**
     * A row as fetched.
     *
     * @param xid transaction that submitted it
     * @param sequence its number
     * @param row the row; null when it exceeds the byte limit, or is none of the request's
     * @param bound whether the request looked no further and is done with this row
     */
    record Row(long xid, long sequence, @Nullable PendingRow row, boolean bound) {}

    private FetchStatement(List<FetchRequest> requests, List<SnapshotPosition> positions, int maxLooks, int seconds) {
        this.requests = requests;
        this.positions = positions;
        this.maxLooks = maxLooks;
        this.seconds = seconds;
    }

    /** @param seconds after which it gives up with the state {@code 57014} */
    static FetchStatement within(int seconds, List<FetchRequest> requests, List<SnapshotPosition> positions) {
        return new FetchStatement(requests, positions, 0, seconds);
    }

    /** @param maxLooks rows that all requests together look at behind their cursors */
    static FetchStatement looking(int maxLooks, List<FetchRequest> requests, List<SnapshotPosition> positions) {
        return new FetchStatement(requests, positions, maxLooks, 0);
    }

    Answer execute(Connection connection, RowDecoder decoder) throws SQLException {
        boolean hasGaps =
                positions.stream().anyMatch(position -> !position.gaps().isEmpty());
        String[] texts = maxLooks > 0 ? LIMITED : UNLIMITED;
        try (PreparedStatement statement = connection.prepareStatement(texts[hasGaps ? 1 : 0])) {
            if (seconds > 0) {
                statement.setQueryTimeout(seconds);
            }
            bind(statement);
            try (ResultSet rows = statement.executeQuery()) {
                return read(rows, decoder);
            }
        }
    }

    private Answer read(ResultSet rows, RowDecoder decoder) throws SQLException {
        List<List<Row>> perRequest = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            perRequest.add(new ArrayList<>());
        }
        String snapshot = "";
        long epoch = 0;
        String term = "";
        while (rows.next()) {
            int number = rows.getInt(1);
            if (number == 0) {
                snapshot = rows.getString(2);
                epoch = rows.getLong(3);
                term = rows.getString(6);
            } else {
                perRequest
                        .get(number - 1)
                        .add(decoder.decode(rows, requests.get(number - 1).precedence()));
            }
        }
        return new Answer(Snapshot.parse(snapshot), epoch, term, perRequest);
    }

    private void bind(PreparedStatement statement) throws SQLException {
        int n = requests.size();
        statement.setInt(1, Math.max(1, maxLooks / n));
        short[] precedences = new short[n];
        String[] destinations = new String[n];
        String[] xids = new String[n];
        long[] sequences = new long[n];
        String[] gapXids = new String[n];
        String[] gapSequences = new String[n];
        int[] maxRows = new int[n];
        long[] maxBytes = new long[n];
        for (int i = 0; i < n; i++) {
            FetchRequest request = requests.get(i);
            SnapshotPosition after = positions.get(i);
            precedences[i] = (short) request.precedence().code();
            destinations[i] =
                    request.destinations().stream().map(SystemName::value).collect(Collectors.joining(","));
            xids[i] = Long.toString(after.xid());
            sequences[i] = after.sequence();
            gapXids[i] =
                    after.gaps().stream().map(gap -> Long.toString(gap.xid())).collect(Collectors.joining(","));
            gapSequences[i] =
                    after.gaps().stream().map(gap -> Long.toString(gap.after())).collect(Collectors.joining(","));
            maxRows[i] = request.maxRows();
            maxBytes[i] = request.maxBytes();
        }
        SqlArrays.bind(statement, 2, precedences);
        SqlArrays.bind(statement, 3, destinations);
        SqlArrays.bind(statement, 4, xids);
        SqlArrays.bind(statement, 5, sequences);
        SqlArrays.bind(statement, 6, gapXids);
        SqlArrays.bind(statement, 7, gapSequences);
        SqlArrays.bind(statement, 8, maxRows);
        SqlArrays.bind(statement, 9, maxBytes);
    }
}
