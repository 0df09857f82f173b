-- Functions that count on seeing what others have just committed, numbers while a sequence is ahead of the clock, names for which nothing
-- waits, and what a DBA may set for a role.
SET LOCAL ROLE c4i_owner;

-- As before, and gives no number twice: where the sequence is ahead of the clock it is not set, since others may have taken numbers meanwhile.
CREATE OR REPLACE FUNCTION c4i.continue_at_clock(sequence regclass) RETURNS bigint
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN g.given >= g.clock THEN g.given ELSE setval(sequence, g.clock) END
    FROM (SELECT nextval(sequence) AS given, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS clock OFFSET 0) AS g
$$;

-- These are parsed at each call, by settings of the session.
ALTER FUNCTION c4i.content_digest SET standard_conforming_strings = on;
ALTER FUNCTION c4i.wants SET standard_conforming_strings = on;

-- add_subscriber, restore_subscriber, retire_subscriber and set_shards wait for a lock and then look at what its holder has committed.
--
-- C4013 not READ COMMITTED
CREATE FUNCTION c4i.only_read_committed() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.require_read_committed();
    RETURN NULL;
END $$;
CREATE TRIGGER only_read_committed BEFORE INSERT OR UPDATE ON c4i.subscriber
    FOR EACH STATEMENT EXECUTE FUNCTION c4i.only_read_committed();
CREATE TRIGGER only_read_committed BEFORE UPDATE ON c4i.sharding
    FOR EACH STATEMENT EXECUTE FUNCTION c4i.only_read_committed();

-- As before, but does not look at rows for names that have no position, because no node reads for them, and no row without a final state, as
-- the ledger tells. With a position the look costs little, and shows what the ledger may have wrong.
CREATE OR REPLACE FUNCTION c4i.backlog_now(OUT destination text, OUT precedence smallint, OUT pending bigint, OUT oldest timestamptz)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER ROWS 200
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET enable_sort = off
SET work_mem = '32MB'
SET jit = off
AS $$
    WITH known AS MATERIALIZED (
        SELECT e.destination, sum(CASE e.state WHEN 'accepted' THEN e.n ELSE -e.n END) AS pending
        FROM c4i.ledger_entry AS e GROUP BY e.destination),
    reader AS MATERIALIZED (
        SELECT s.destination, u.urgency::smallint AS precedence,
               coalesce(nullif(split_part(r.token, ':', 1), ''), '0')::xid8 AS xid,
               coalesce(nullif(split_part(r.token, ':', 2), ''), '0')::bigint AS sequence,
               ARRAY(SELECT split_part(gap, '+', 1)::xid8 FROM string_to_table(split_part(r.token, ':', 3), ',') AS gap
                     WHERE gap <> '') AS gaps
        FROM (SELECT k.destination FROM known AS k WHERE k.pending <> 0
                  OR EXISTS (SELECT FROM c4i.read_up_to AS r WHERE r.destination = k.destination)) AS s
            CROSS JOIN generate_series(0, 3) AS u (urgency)
            LEFT JOIN c4i.read_up_to AS r ON r.destination = s.destination AND r.precedence = u.urgency),
    stretch AS MATERIALIZED (
        SELECT p.precedence, p.xid, p.sequence,
               lead(p.xid, 1, '18446744073709551615'::xid8) OVER further AS last_xid,
               lead(p.sequence, 1, 9223372036854775807) OVER further AS last_sequence,
               ARRAY(SELECT r.destination FROM reader AS r
                     WHERE r.precedence = p.precedence AND (r.xid, r.sequence) <= (p.xid, p.sequence)) AS readers
        FROM (SELECT DISTINCT r.precedence, r.xid, r.sequence FROM reader AS r) AS p
        WINDOW further AS (PARTITION BY p.precedence ORDER BY p.xid, p.sequence)),
    alike AS (
        SELECT s.precedence, s.xid, s.sequence, o.destinations, o.done, count(*) AS rows, min(o.created_at) AS oldest
        FROM stretch AS s CROSS JOIN LATERAL (
            SELECT array_to_string(o.destinations, ',') AS destinations, o.created_at,
                   ARRAY(SELECT v.destination FROM c4i.delivery AS v
                         WHERE v.sequence = o.sequence AND v.created_at = o.created_at) AS done
            FROM c4i.outbox AS o
            WHERE o.precedence = s.precedence AND (o.xid, o.sequence) > (s.xid, s.sequence)
                AND (o.xid, o.sequence) <= (s.last_xid, s.last_sequence) AND o.destinations && s.readers
            OFFSET 0) AS o
        GROUP BY s.precedence, s.xid, s.sequence, o.destinations, o.done),
    waiting AS (
        SELECT d.destination, a.precedence, a.rows, a.oldest
        FROM alike AS a JOIN stretch AS s USING (precedence, xid, sequence)
            CROSS JOIN LATERAL string_to_table(a.destinations, ',') AS d (destination)
        WHERE d.destination = ANY (s.readers) AND d.destination <> ALL (a.done)
        UNION ALL
        SELECT r.destination, r.precedence, 1, o.created_at
        FROM reader AS r CROSS JOIN LATERAL unnest(r.gaps) AS g (xid) CROSS JOIN LATERAL (
            SELECT o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = r.precedence AND o.xid = g.xid AND (o.xid, o.sequence) <= (r.xid, r.sequence)
                AND r.destination = ANY (o.destinations) AND NOT EXISTS (SELECT FROM c4i.delivery AS v
                    WHERE v.sequence = o.sequence AND v.destination = r.destination AND v.created_at = o.created_at)
            OFFSET 0) AS o)
    SELECT k.destination, u.urgency::smallint, coalesce(sum(w.rows), 0)::bigint, min(w.oldest)
    FROM known AS k CROSS JOIN generate_series(0, 3) AS u (urgency)
        LEFT JOIN waiting AS w ON w.destination = k.destination AND w.precedence = u.urgency
    GROUP BY k.destination, u.urgency
$$;

REVOKE ALL ON FUNCTION c4i.only_read_committed FROM PUBLIC;
RESET ROLE;
