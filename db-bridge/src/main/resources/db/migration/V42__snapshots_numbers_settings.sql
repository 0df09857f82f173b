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

-- For functions that wait for a lock, and then look at what its holder has committed.
--
-- C4013 not READ COMMITTED
CREATE FUNCTION c4i.require_read_committed() RETURNS void
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4013', MESSAGE = 'an old snapshot does not show what was committed since',
            HINT = 'Use the isolation level READ COMMITTED.';
    END IF;
END $$;

-- As before.
CREATE OR REPLACE FUNCTION c4i.add_subscriber(system text, pattern text, look_back interval DEFAULT '0') RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
BEGIN
    PERFORM c4i.require_read_committed();
    IF system IS NULL OR pattern IS NULL OR look_back IS NULL OR look_back < interval '0' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = 'system, pattern and look_back must not be null, look_back not negative';
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 6);
    IF EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.system = system AND s.retired IS NOT NULL) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = system || ' is retired', HINT = 'Restore it first.';
    END IF;
    INSERT INTO c4i.subscriber AS s (system, pattern, transport, look_back) VALUES (system, pattern, 'operator', look_back)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
        PERFORM c4i.look_back_from(system, pattern, look_back);
        PERFORM c4i.reconsider_publications();
    ELSIF look_back > interval '0' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030',
            MESSAGE = system || ' subscribes to ' || pattern || ' already; only a new subscription looks back',
            HINT = 'Enter another pattern for the same topics with this look-back.';
    END IF;
END $$;

-- As before.
CREATE OR REPLACE FUNCTION c4i.restore_subscriber(retiree text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.require_read_committed();
    PERFORM pg_advisory_xact_lock(6501481, 6);
    UPDATE c4i.subscriber AS s SET retired = NULL, retired_by = NULL, retired_reason = NULL, since = now()
    WHERE s.system = retiree AND s.retired IS NOT NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'C4031', MESSAGE = 'there is no retired subscriber ' || coalesce(retiree, 'null');
    END IF;
    PERFORM c4i.reconsider_publications();
END $$;

-- As before.
CREATE OR REPLACE FUNCTION c4i.retire_subscriber(retiree text, actor text, reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
    ended bigint;
BEGIN
    PERFORM c4i.require_read_committed();
    IF retiree IS NULL OR coalesce(actor, '') = '' OR coalesce(reason, '') = '' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = 'system, actor and reason must not be empty';
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 6);
    UPDATE c4i.subscriber AS s SET retired = now(), retired_by = left(actor, 64), retired_reason = left(reason, 500)
    WHERE s.system = retiree AND s.retired IS NULL;
    IF NOT FOUND AND NOT EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.system = retiree) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4031', MESSAGE = 'there is no subscriber ' || retiree;
    END IF;
    DELETE FROM c4i.look_back AS l WHERE l.system = retiree;
    WITH reader AS MATERIALIZED (
        SELECT r.precedence, split_part(r.token, ':', 1)::xid8 AS xid, split_part(r.token, ':', 2)::bigint AS sequence,
               ARRAY(SELECT split_part(gap, '+', 1)::xid8 FROM string_to_table(split_part(r.token, ':', 3), ',') AS gap
                     WHERE gap <> '') AS gaps
        FROM c4i.read_up_to AS r WHERE r.destination = retiree AND r.token <> ''),
    seen AS MATERIALIZED (
        SELECT b.sequence, b.created_at
        FROM reader AS r CROSS JOIN LATERAL (
            SELECT o.sequence, o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            OFFSET 0) AS b
        UNION ALL
        SELECT b.sequence, b.created_at
        FROM reader AS r CROSS JOIN LATERAL unnest(r.gaps) AS g (xid) CROSS JOIN LATERAL (
            SELECT o.sequence, o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = r.precedence AND o.xid = g.xid AND (o.xid, o.sequence) <= (r.xid, r.sequence)
                AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            OFFSET 0) AS b
        UNION ALL
        SELECT o.sequence, o.created_at FROM c4i.outbox AS o
        WHERE (SELECT count(*) FROM reader) < 4 AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            AND o.precedence NOT IN (SELECT r.precedence FROM reader AS r)),
    final AS (
        INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
        SELECT o.sequence, o.created_at, retiree, 'rejected', 'GW-316', 'retired by ' || left(actor, 64) || ': ' || left(reason, 500)
        FROM seen AS o
        WHERE NOT EXISTS (SELECT FROM c4i.delivery AS v
            WHERE v.sequence = o.sequence AND v.destination = retiree AND v.created_at = o.created_at)
        ON CONFLICT DO NOTHING RETURNING sequence)
    SELECT count(*) INTO ended FROM final;
    IF ended > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (retiree, 'rejected', ended);
    END IF;
    RETURN ended;
END $$;

-- As before.
CREATE OR REPLACE FUNCTION c4i.set_shards(wanted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    reached c4i.read_up_to[];
BEGIN
    PERFORM c4i.require_read_committed();
    IF wanted IS NULL OR wanted NOT BETWEEN 1 AND 64 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4050', MESSAGE = format('a database has 1 to 64 shards, not %s', coalesce(wanted::text, 'null'));
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 3);
    PERFORM pg_advisory_xact_lock(6501483, k) FROM generate_series(1, 63) AS k;
    IF wanted = c4i.shards() THEN
        RETURN;
    END IF;
    reached := ARRAY(SELECT u FROM c4i.read_up_to AS u);
    DELETE FROM c4i.reader_position;
    DELETE FROM c4i.shard_position;
    INSERT INTO c4i.reader_position (destination, precedence, token)
    SELECT u.destination, u.precedence, u.token FROM unnest(reached) AS u;
    INSERT INTO c4i.shard_position (shard, destination, precedence, token)
    SELECT k, u.destination, u.precedence, u.token FROM unnest(reached) AS u CROSS JOIN generate_series(1, wanted - 1) AS k;
    INSERT INTO c4i.shard_lease (shard) SELECT k FROM generate_series(1, wanted - 1) AS k ON CONFLICT DO NOTHING;
    UPDATE c4i.shard_lease SET epoch = epoch + 1;
    UPDATE c4i.lease SET epoch = epoch + 1;
    UPDATE c4i.sharding SET shards = wanted, changed_at = now(), changed_by = session_user;
END $$;

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

REVOKE ALL ON FUNCTION c4i.require_read_committed FROM PUBLIC;
RESET ROLE;
