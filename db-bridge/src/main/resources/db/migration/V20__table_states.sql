-- The table bridge publishes, writes final states back, and forgets keys of rows that it has not seen for long.
--
-- A key is forgotten when its row was not seen for the days of identities, counted back from the last complete look at its table:
-- while nobody looks, nothing is forgotten, so a row that waits there unchanged is recognised however long the bridge was away.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.table_key ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE c4i.table_key ADD COLUMN awaiting boolean NOT NULL DEFAULT false;
COMMENT ON TABLE c4i.table_key IS 'Rows of tables elsewhere that were taken; the sequence is null for a row that was parked.';
COMMENT ON COLUMN c4i.table_key.seen_at IS 'When its row was last seen to fulfil the condition, to the hour.';
COMMENT ON COLUMN c4i.table_key.awaiting IS 'Its final state is to be written into the row.';
CREATE INDEX table_key_awaiting ON c4i.table_key (source, sequence NULLS FIRST) WHERE awaiting;
CREATE INDEX table_key_seen ON c4i.table_key (source, seen_at);

CREATE TABLE c4i.table_look (
    source text        PRIMARY KEY CHECK (length(source) <= 128),
    at     timestamptz NOT NULL
);
COMMENT ON TABLE c4i.table_look IS 'When the last look at a table elsewhere began that saw all of its rows, to the hour.';

-- Publishes many messages at once, in order, as c4i.submit_batch submits them.
CREATE FUNCTION c4i.publish_batch(
    topic_ids text[], precedences integer[], payloads bytea[],
    expires_at timestamptz[] DEFAULT NULL, labels text[] DEFAULT NULL, subjects text[] DEFAULT NULL) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    given bigint[];
    n     CONSTANT integer := cardinality(topic_ids);
BEGIN
    IF n IS NULL OR n = 0 OR n > 10000
        OR cardinality(precedences) IS DISTINCT FROM n OR cardinality(payloads) IS DISTINCT FROM n
        OR cardinality(publish_batch.expires_at) <> n OR cardinality(labels) <> n OR cardinality(subjects) <> n THEN
        RAISE EXCEPTION USING ERRCODE = 'C4007',
            MESSAGE = 'a batch needs arrays of one length, 1 to 10000',
            HINT = 'Pass NULL for an optional array as a whole, or an array with NULL elements.';
    END IF;
    PERFORM c4i.check_message(m.topic_id, m.precedence, m.payload, m.label, m.subject)
    FROM unnest(topic_ids, precedences, payloads, labels, subjects) AS m (topic_id, precedence, payload, label, subject);
    PERFORM c4i.require_durable_commit();
    WITH published AS (
        INSERT INTO c4i.publication (sequence, created_at, expires_at, topic_id, precedence, label, subject, payload)
        SELECT nextval('c4i.outbox_sequence'), clock_timestamp(), m.expires_at, m.topic_id, m.precedence,
            coalesce(m.label, ''), coalesce(m.subject, ''), m.payload
        FROM unnest(topic_ids, precedences, payloads, publish_batch.expires_at, labels, subjects)
            AS m (topic_id, precedence, payload, expires_at, label, subject)
        RETURNING sequence)
    SELECT array_agg(sequence ORDER BY sequence) INTO given FROM published;
    PERFORM c4i.wake_reader();
    RETURN given;
END $$;
COMMENT ON FUNCTION c4i.publish_batch IS
    'Publishes many messages at once and returns their sequence numbers in order; all or nothing.';

-- Rows of a table elsewhere whose messages have final states at all destinations, among the next so many that wait for one, in
-- order of their numbers, parked ones first with an after below 0. One state stands for all destinations: the worst of rejected, expired, superseded, sent, delivered; or
-- unknown, when the message is no longer kept. Rows without a state yet have a null one.
CREATE FUNCTION c4i.table_outcomes(wanted text, after bigint, at_most integer)
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
          WHERE t.source = wanted AND t.awaiting AND (t.sequence > after OR t.sequence IS NULL AND after < 0)
          ORDER BY t.sequence NULLS FIRST LIMIT at_most) AS k
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
    ORDER BY k.sequence NULLS FIRST
$$;

-- Forgets keys whose rows were not seen for so many full days before the last complete look at their table.
CREATE FUNCTION c4i.prune_table_keys(keep_days integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone integer;
    kept CONSTANT interval := (SELECT make_interval(days => greatest(keep_days, f.identity_days)) FROM c4i.retention_floor AS f);
BEGIN
    DELETE FROM c4i.table_key WHERE ctid = ANY (ARRAY(
        SELECT k.ctid FROM c4i.table_look AS l JOIN c4i.table_key AS k ON k.source = l.source
        WHERE k.seen_at < least(l.at, now()) - kept AND NOT k.awaiting LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

REVOKE ALL ON FUNCTION c4i.publish_batch, c4i.table_outcomes, c4i.prune_table_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.publish_batch TO c4i_app, c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.table_outcomes, c4i.prune_table_keys TO c4i_bridge;
GRANT UPDATE (seen_at, awaiting) ON c4i.table_key TO c4i_bridge;
GRANT SELECT, INSERT, UPDATE ON c4i.table_look TO c4i_bridge;
RESET ROLE;
