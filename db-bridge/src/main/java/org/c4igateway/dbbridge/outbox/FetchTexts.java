package org.c4igateway.dbbridge.outbox;

import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.shard.Shard;

/**
 * Texts of the statement that reads rows of a shard. Where the outbox is not divided they look at no topic. Otherwise
 * rows of other shards are passed over like those for other destinations. Immutable.
 */
final class FetchTexts {
    /**
     * Final states of the row first, which one probe of the delivery log answers; then which of the request's
     * destinations are without one. Most requests are for one destination: they need no array built for each row.
     */
    private static final String PENDING = """
            CROSS JOIN LATERAL (
                SELECT ARRAY(SELECT v.destination FROM c4i.delivery AS v
                    WHERE v.sequence = o.sequence AND v.created_at = o.created_at
                        AND v.created_at >= ? AND v.created_at < ?) AS ended
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
                    AND o.xid <= g.xid AND o.created_at >= ? AND o.created_at < ?
                    AND o.destinations && r.destinations$mine AND p.pending <> '{}'
                ORDER BY o.xid, o.sequence LIMIT r.max_rows) AS q
             WHERE pg_visible_in_snapshot(g.xid, pg_current_snapshot())
             ORDER BY q.xid, q.sequence LIMIT r.max_rows)
            UNION ALL
            """.formatted(PENDING);

    /**
     * First row: snapshot, epoch of the shard, reading term and {@link OpenDays}. Then per request: rows of gaps whose
     * transaction has finished, and rows behind the cursor. The row that crosses the byte limit comes without payload,
     * to tell that there is more. A correlated subquery per row keeps the planner, which has no statistics on a young
     * day, from hashing the whole delivery log; a range where an equality would do keeps it on the index that is in
     * reading order. The days are parameters of the scans themselves, so that the server leaves out all others before
     * it begins.
     */
    private static final String SQL = """
            WITH request AS MATERIALIZED (
                SELECT r.number, r.precedence, string_to_array(r.destinations, ',') AS destinations,
                       CASE WHEN strpos(r.destinations, ',') = 0 THEN r.destinations END AS only,
                       r.xid::xid8 AS xid, r.sequence, string_to_array(r.gap_xids, ',')::xid8[] AS gap_xids,
                       string_to_array(r.gap_sequences, ',')::bigint[] AS gap_sequences, r.max_rows, r.max_bytes, ?::bigint AS max_looks
                FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) WITH ORDINALITY
                    AS r (precedence, destinations, xid, sequence, gap_xids, gap_sequences, max_rows, max_bytes, number))
            SELECT 0::bigint AS number, pg_current_snapshot()::text AS xid, ($epoch) AS sequence,
                   NULL::timestamptz AS created_at, NULL::timestamptz AS expires_at, c4i.present_reading_term()::text AS topic_id,
                   NULL::text AS destinations, NULL::text AS pending, ($openDays) AS label, NULL::text AS subject,
                   NULL::bytea AS payload, NULL::bigint AS repeats, false AS bound
            UNION ALL
            SELECT r.number, f.xid::text, f.sequence, f.created_at, f.expires_at, f.topic_id,
                   array_to_string(f.destinations, ','), array_to_string(f.pending, ','), f.label, f.subject,
                   CASE WHEN f.pending <> '{}' AND (f.running <= r.max_bytes OR f.running = f.payload_size) THEN f.payload END,
                   coalesce(f.repeats, 0), f.bound
            FROM request AS r CROSS JOIN LATERAL (
                SELECT w.*, sum(w.payload_size) OVER (ORDER BY w.xid, w.sequence ROWS UNBOUNDED PRECEDING) AS running
                FROM (
                    $ofGaps ($behind ORDER BY o.xid, o.sequence LIMIT r.max_rows)) AS w
                ORDER BY w.xid, w.sequence LIMIT r.max_rows) AS f
            WHERE f.running - f.payload_size <= r.max_bytes
            """;

    /** However many rows of others lie between. */
    private static final String ALL = """
            SELECT o.*, false AS bound, p.pending FROM c4i.outbox AS o %s
            WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                AND o.created_at >= ? AND o.created_at < ?
                AND o.destinations && r.destinations$mine AND p.pending <> '{}'
            """.formatted(PENDING);

    /**
     * Of a limited number of rows, whomever they are for and whatever became of them. The last one of that number comes
     * in any case, with nothing pending when it is not the request's, to tell where to go on. Slower per row.
     */
    private static final String OF_THE_NEXT = """
            SELECT o.*, CASE WHEN o.destinations && r.destinations$mine THEN p.pending ELSE '{}' END AS pending
            FROM (SELECT o.*, row_number() OVER (ORDER BY o.xid, o.sequence) = r.max_looks AS bound
                FROM c4i.outbox AS o
                WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                    AND o.created_at >= ? AND o.created_at < ?
                ORDER BY o.xid, o.sequence LIMIT r.max_looks) AS o %s
            WHERE (o.destinations && r.destinations$mine OR o.bound) AND (p.pending <> '{}' OR o.bound)
            """.formatted(PENDING);

    private final Shard shard;
    private final String mine;
    private final Text[] unlimited;
    private final Text[] limited;

    /**
     * A text of the statement.
     *
     * @param sql with the parameters of all texts first, then those of the days
     * @param scans so many pairs of days it has, all the same
     */
    record Text(String sql, int scans) {}

    /** @param knownTopics for rows with one of these the server computes no digest; any number of them */
    FetchTexts(Shard shard, Set<String> knownTopics) {
        this.shard = shard;
        this.mine = shard.isPart() ? " AND " + condition(shard, new TreeSet<>(knownTopics)) : "";
        this.unlimited = new Text[] {of("", ALL), of(OF_GAPS, ALL)};
        this.limited = new Text[] {of("", OF_THE_NEXT), of(OF_GAPS, OF_THE_NEXT)};
    }

    Shard shard() {
        return shard;
    }

    /**
     * @param isLimited whether it looks at a limited number of rows behind the cursor
     * @param hasGaps whether a position has gaps
     */
    Text of(boolean isLimited, boolean hasGaps) {
        return (isLimited ? limited : unlimited)[hasGaps ? 1 : 0];
    }

    /**
     * Every shard looks at the rows of all others. A constant array of nine elements or more becomes a hash table in
     * the server, which costs less than the digest. The planner does not look at the elements inside CASE.
     */
    private static String condition(Shard shard, SortedSet<String> knownTopics) {
        String digest = "c4i.shard_of(o.topic_id, " + shard.count() + ") = " + shard.number();
        if (knownTopics.isEmpty()) {
            return digest;
        }
        return "CASE"
                + when(knownTopics.stream().filter(shard::has), true)
                + when(knownTopics.stream().filter(topic -> !shard.has(topic)), false) + " ELSE " + digest + " END";
    }

    private static String when(Stream<String> topics, boolean isMine) {
        String literals =
                topics.map(topic -> "'" + topic.replace("'", "''") + "'").collect(Collectors.joining(", "));
        return literals.isEmpty() ? "" : " WHEN o.topic_id = ANY (ARRAY[" + literals + "]) THEN " + isMine;
    }

    private Text of(String ofGaps, String behind) {
        String scans = ofGaps + behind;
        String sql = SQL.replace("$ofGaps", ofGaps)
                .replace("$behind", behind)
                .replace("$epoch", "SELECT epoch FROM " + shard.leaseRow())
                .replace("$openDays", OpenDays.QUERY)
                .replace("$mine", mine);
        return new Text(sql, (int) scans.chars().filter(c -> c == '?').count() / 2);
    }
}
