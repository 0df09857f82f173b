-- A parked row has no number. Where a table refused the final states of a whole batch of parked rows, the parked rows behind it were
-- never read. Rows without a number are read in the order of their keys now.
SET LOCAL ROLE c4i_owner;

DROP INDEX c4i.table_key_awaiting;
CREATE INDEX table_key_awaiting ON c4i.table_key (source, coalesce(sequence, 0), key) WHERE awaiting;

-- As before, but a parked row counts as number 0. Returns the rows behind a number and a key; without a key, those behind the number.
DROP FUNCTION c4i.table_outcomes(text, bigint, integer);
CREATE FUNCTION c4i.table_outcomes(wanted text, after bigint, at_most integer, after_key text DEFAULT NULL)
RETURNS TABLE (key text, sequence bigint, state text, code text, detail text, settled_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT k.key, k.sequence,
           CASE WHEN k.sequence IS NULL THEN 'rejected' WHEN o.sequence IS NULL AND w.sequence IS NULL
               AND NOT EXISTS (SELECT FROM c4i.outbox AS x WHERE x.sequence = k.sequence) THEN 'unknown'
               WHEN o.sequence IS NOT NULL AND f.open = 0 THEN f.state END,
           CASE WHEN k.sequence IS NULL THEN 'GW-406' ELSE f.code END,
           CASE WHEN k.sequence IS NULL THEN 'parked, see c4i.dead_letter' ELSE coalesce(f.detail, '') END,
           coalesce(f.at, now())
    FROM (SELECT t.key, t.sequence, t.at FROM c4i.table_key AS t
          WHERE t.source = wanted AND t.awaiting AND (coalesce(t.sequence, 0), t.key) > (after, after_key)
          ORDER BY coalesce(t.sequence, 0), t.key LIMIT at_most) AS k
        LEFT JOIN c4i.publication AS w ON w.sequence = k.sequence
        LEFT JOIN LATERAL (
            -- The days around it, so that not every partition is looked at.
            SELECT r.sequence, r.created_at, r.destinations FROM c4i.outbox AS r
            WHERE r.sequence = k.sequence AND r.created_at BETWEEN k.at - interval '2 days' AND k.at + interval '2 days') AS o ON true
        LEFT JOIN LATERAL (
            SELECT count(*) FILTER (WHERE v.state IS NULL) AS open, max(v.at) AS at,
                   (array_agg(v.state ORDER BY r.rank, d.destination))[1] AS state,
                   (array_agg(v.code ORDER BY r.rank, d.destination))[1] AS code,
                   left(string_agg(concat_ws(' ', d.destination, v.state, v.code, nullif(v.detail, '')), '; ' ORDER BY d.destination)
                       FILTER (WHERE v.state <> 'delivered'), 1000) AS detail
            FROM unnest(o.destinations) AS d (destination)
                LEFT JOIN c4i.delivery AS v
                    ON v.sequence = o.sequence AND v.destination = d.destination AND v.created_at = o.created_at
                LEFT JOIN (VALUES ('rejected', 1), ('expired', 2), ('superseded', 3), ('sent', 4), ('delivered', 5)) AS r (state, rank)
                    ON r.state = v.state) AS f ON true
    ORDER BY coalesce(k.sequence, 0), k.key
$$;

REVOKE ALL ON FUNCTION c4i.table_outcomes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.table_outcomes TO c4i_bridge;
RESET ROLE;
