-- Several nodes serve one database, each a part of the topics of its outbox: a shard. Order is per topic, so shards need not wait for each
-- other. Shard 0 is what the only node had before: its lease, its fence, its positions. Who has it also receives for the system.
--
-- Advisory locks of the shards from 1 on, as (6501481, 1) and (6501481, 3) are for shard 0: (6501482, shard) the active node (session),
-- (6501483, shard) the fence (transaction). Each node holds (6501481, 12) shared in a session, so that they can be counted.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.sharding (
    only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    shards     integer     NOT NULL CHECK (shards BETWEEN 1 AND 64),
    changed_at timestamptz NOT NULL DEFAULT now(),
    changed_by text        NOT NULL DEFAULT session_user
);
INSERT INTO c4i.sharding (shards) VALUES (1);
COMMENT ON TABLE c4i.sharding IS 'How many shards the outbox is divided into; c4i.set_shards changes it.';

-- The row of a shard that is no longer there stays, because an epoch is never given again.
CREATE TABLE c4i.shard_lease (
    shard  integer     PRIMARY KEY CHECK (shard BETWEEN 1 AND 63),
    epoch  bigint      NOT NULL DEFAULT 0,
    holder text        NOT NULL DEFAULT '',
    since  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE c4i.shard_lease IS 'Which node is active for each shard but the first, whose lease is c4i.lease.';

CREATE TABLE c4i.shard_position (
    shard       integer     NOT NULL CHECK (shard BETWEEN 1 AND 63),
    destination text        NOT NULL,
    precedence  smallint    NOT NULL,
    token       text        NOT NULL,
    changed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (shard, destination, precedence)
) WITH (fillfactor = 50);
COMMENT ON TABLE c4i.shard_position IS 'As c4i.reader_position, for each shard but the first.';

-- Up to where every shard has read: the lowest of their positions, with the gaps of all of them that lie before it. There is none where a
-- shard has none. When the transaction of that position is a gap of another shard, the position is before all rows of the transaction.
CREATE VIEW c4i.read_up_to AS
SELECT r.destination, r.precedence, r.token FROM c4i.reader_position AS r WHERE (SELECT s.shards FROM c4i.sharding AS s) = 1
UNION ALL
SELECT l.destination, l.precedence,
       c.xid::text || ':' || CASE WHEN c.xid = ANY (c.gaps) THEN '0' ELSE split_part(l.lowest, ':', 2) END
           || ':' || array_to_string(ARRAY(SELECT g FROM unnest(c.gaps) AS g WHERE g < c.xid ORDER BY g), ',')
FROM (SELECT p.destination, p.precedence, string_agg(split_part(p.token, ':', 3), ',') AS gaps,
             (array_agg(p.token ORDER BY split_part(p.token, ':', 1)::xid8, split_part(p.token, ':', 2)::bigint))[1] AS lowest
      FROM (SELECT r.destination, r.precedence, r.token FROM c4i.reader_position AS r
            UNION ALL
            SELECT s.destination, s.precedence, s.token FROM c4i.shard_position AS s) AS p
      WHERE (SELECT s.shards FROM c4i.sharding AS s) > 1 AND p.token <> ''
      GROUP BY p.destination, p.precedence HAVING count(*) = (SELECT s.shards FROM c4i.sharding AS s)) AS l
    CROSS JOIN LATERAL (
        SELECT split_part(l.lowest, ':', 1)::xid8 AS xid,
               ARRAY(SELECT DISTINCT split_part(gap, '+', 1)::xid8 FROM string_to_table(l.gaps, ',') AS gap WHERE gap <> '') AS gaps) AS c;
COMMENT ON VIEW c4i.read_up_to IS 'Per destination and precedence: position that every shard has reached, as c4i.reader_position has it.';

CREATE FUNCTION c4i.shards() RETURNS integer
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$ SELECT s.shards FROM c4i.sharding AS s $$;
COMMENT ON FUNCTION c4i.shards IS 'How many shards the outbox is divided into.';

-- Shard of a topic: the first 28 bits of SHA-256 of its name in UTF-8, modulo the number of shards. The same in every version of PostgreSQL,
-- with every setting, and in the nodes. Written so that a query contains the expression and not a call: it is computed for each row that is read.
CREATE FUNCTION c4i.shard_of(topic text, shards integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ('x' || substr(encode(sha256(replace(topic, chr(92), chr(92) || chr(92))::bytea), 'hex'), 1, 7))::bit(28)::integer % shards;
COMMENT ON FUNCTION c4i.shard_of IS 'Number, from 0, of the shard to which a topic belongs when there are so many.';

CREATE FUNCTION c4i.epoch_of(of_shard integer) RETURNS bigint
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT l.epoch FROM c4i.lease AS l WHERE of_shard = 0
    UNION ALL SELECT s.epoch FROM c4i.shard_lease AS s WHERE s.shard = of_shard
$$;
COMMENT ON FUNCTION c4i.epoch_of IS 'Epoch of the node that is or was active for a shard.';

-- As before, for nodes of a release that knows no shards.
--
-- C4051 the outbox is divided into another number of shards
CREATE OR REPLACE FUNCTION c4i.take_lease(new_holder text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    RETURN c4i.take_lease(new_holder, 0, 1);
END $$;

-- Becomes the holder of a shard. The caller holds the session lock of the shard already, and says how many it believes there are. Waits until
-- no transaction of the previous holder is under way. The epoch grows only when the holder is another one.
--
-- C4050 there is no such shard
-- C4051 the outbox is divided into another number of shards
CREATE FUNCTION c4i.take_lease(new_holder text, of_shard integer, of_shards integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    taken bigint;
BEGIN
    IF of_shard IS NULL OR of_shards IS NULL OR of_shard < 0 OR of_shard >= of_shards THEN
        RAISE EXCEPTION USING ERRCODE = 'C4050', MESSAGE = format('there is no shard %s of %s', of_shard, of_shards);
    END IF;
    IF of_shard = 0 THEN
        PERFORM pg_advisory_xact_lock(6501481, 3);
    ELSE
        PERFORM pg_advisory_xact_lock(6501483, of_shard);
    END IF;
    IF c4i.shards() <> of_shards THEN
        RAISE EXCEPTION USING ERRCODE = 'C4051',
            MESSAGE = format('the outbox is divided into %s shards, the node knows of %s', c4i.shards(), of_shards),
            HINT = 'A node of a release before schema version 39 serves a database with one shard only.';
    END IF;
    IF of_shard = 0 THEN
        UPDATE c4i.lease AS l SET epoch = l.epoch + 1, holder = new_holder, since = now() WHERE l.holder <> new_holder;
    ELSE
        UPDATE c4i.shard_lease AS l SET epoch = l.epoch + 1, holder = new_holder, since = now()
        WHERE l.shard = of_shard AND l.holder <> new_holder;
    END IF;
    RETURN c4i.epoch_of(of_shard);
END $$;

-- First statement of every writing transaction of the node of a shard: from here to its end no other node can take that shard over.
CREATE FUNCTION c4i.fence(expected bigint, of_shard integer) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    actual bigint;
BEGIN
    IF of_shard = 0 THEN
        PERFORM c4i.fence(expected);
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(6501483, of_shard);
    SELECT l.epoch INTO actual FROM c4i.shard_lease AS l WHERE l.shard = of_shard;
    IF actual IS DISTINCT FROM expected THEN
        RAISE EXCEPTION USING ERRCODE = 'C4010',
            MESSAGE = format('epoch %s of shard %s is over, a node with epoch %s has taken over', expected, of_shard, coalesce(actual, 0));
    END IF;
END $$;

-- Divides the outbox anew. Waits for transactions of the nodes, and ends all epochs: a node that goes by the old number sends nothing more
-- before it takes a lease again. Each shard goes on where all of them had read up to.
--
-- C4050 not a number of shards
CREATE FUNCTION c4i.set_shards(wanted integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    reached c4i.read_up_to[];
BEGIN
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
COMMENT ON FUNCTION c4i.set_shards IS 'Divides the outbox into so many shards, 1 to 64; its nodes notice within seconds.';

-- As before, of every shard: it counts behind what all of them have read.
CREATE OR REPLACE FUNCTION c4i.backlog_now(OUT destination text, OUT precedence smallint, OUT pending bigint, OUT oldest timestamptz)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER ROWS 200
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET enable_sort = off
SET work_mem = '32MB'
SET jit = off
AS $$
    WITH reader AS MATERIALIZED (
        SELECT s.destination, u.urgency::smallint AS precedence,
               coalesce(nullif(split_part(r.token, ':', 1), ''), '0')::xid8 AS xid,
               coalesce(nullif(split_part(r.token, ':', 2), ''), '0')::bigint AS sequence,
               ARRAY(SELECT split_part(gap, '+', 1)::xid8 FROM string_to_table(split_part(r.token, ':', 3), ',') AS gap
                     WHERE gap <> '') AS gaps
        FROM (SELECT DISTINCT e.destination FROM c4i.ledger_entry AS e) AS s
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
    SELECT r.destination, r.precedence, coalesce(sum(w.rows), 0)::bigint, min(w.oldest)
    FROM reader AS r LEFT JOIN waiting AS w ON w.destination = r.destination AND w.precedence = r.precedence
    GROUP BY r.destination, r.precedence
$$;

-- As before, of every shard.
CREATE OR REPLACE FUNCTION c4i.retire_subscriber(retiree text, actor text, reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
    ended bigint;
BEGIN
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

-- As before, for every shard.
CREATE OR REPLACE FUNCTION c4i.recover_reading() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    stamped bigint;
    present CONSTANT xid8 := pg_current_xact_id();
BEGIN
    UPDATE c4i.outbox AS o SET xid = present WHERE o.xid > present;
    GET DIAGNOSTICS stamped = ROW_COUNT;
    IF stamped > 0 THEN
        PERFORM c4i.hold_tables();
    END IF;
    DELETE FROM c4i.reader_position;
    DELETE FROM c4i.shard_position;
    PERFORM c4i.move_numbers();
    PERFORM c4i.continue_at_clock('c4i.inbox_sequence');
    RETURN stamped;
END $$;

-- As before. What was sent to nobody is behind every shard.
CREATE OR REPLACE FUNCTION c4i.end_unclaimed(expected bigint, patience interval, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    ended integer;
BEGIN
    IF NOT EXISTS (SELECT FROM c4i.publication AS p WHERE p.aside) THEN
        RETURN 0;
    END IF;
    PERFORM c4i.fence(expected);
    PERFORM pg_advisory_xact_lock(6501481, 6);
    WITH due AS MATERIALIZED (
        DELETE FROM c4i.publication AS p WHERE p.sequence = ANY (ARRAY(
            SELECT a.sequence FROM c4i.publication AS a
            WHERE a.aside AND (coalesce(a.aside_since, a.created_at) <= clock_timestamp() - patience OR a.expires_at <= clock_timestamp())
            ORDER BY a.created_at LIMIT at_most))
        RETURNING p.*, p.expires_at <= clock_timestamp() AS expired),
    kept AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload, published_as)
        SELECT d.sequence, pg_current_xact_id(), d.created_at, d.expires_at, d.topic_id, d.precedence, '{NOBODY}', d.label,
            d.subject, octet_length(d.payload), d.payload, d.sequence
        FROM due AS d),
    final AS (
        INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
        SELECT d.sequence, d.created_at, 'NOBODY', CASE WHEN d.expired THEN 'expired' ELSE 'rejected' END,
            CASE WHEN d.expired THEN 'GW-304' ELSE 'GW-314' END, 'nobody subscribes to ' || d.topic_id
        FROM due AS d RETURNING state),
    summed AS (
        INSERT INTO c4i.ledger_entry (destination, state, n)
        SELECT 'NOBODY', f.state, count(*) FROM final AS f GROUP BY f.state)
    SELECT count(*) INTO ended FROM final;
    IF ended > 0 THEN
        INSERT INTO c4i.reader_position AS r (destination, precedence, token)
        SELECT 'NOBODY', u.urgency, pg_current_xact_id()::text || ':9223372036854775807:' FROM generate_series(0, 3) AS u (urgency)
        ON CONFLICT (destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now();
        INSERT INTO c4i.shard_position AS r (shard, destination, precedence, token)
        SELECT k, 'NOBODY', u.urgency, pg_current_xact_id()::text || ':9223372036854775807:'
        FROM generate_series(1, c4i.shards() - 1) AS k CROSS JOIN generate_series(0, 3) AS u (urgency)
        ON CONFLICT (shard, destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now();
    END IF;
    RETURN ended;
END $$;

-- As before, while no shard has an active node.
--
-- C4024 a bridge is active
CREATE OR REPLACE FUNCTION c4i.reopen_deliveries(sequences bigint[], to_system text, actor text, reason text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    reopened bigint[];
BEGIN
    IF NOT pg_try_advisory_xact_lock(6501481, 1)
        OR EXISTS (SELECT FROM generate_series(1, c4i.shards() - 1) AS k WHERE NOT pg_try_advisory_xact_lock(6501482, k)) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4024', MESSAGE = 'a bridge is active on this database',
            HINT = 'Stop the nodes of this system, reopen, and start them again.';
    END IF;
    WITH gone AS (
        DELETE FROM c4i.delivery AS v USING c4i.outbox AS o
        WHERE v.sequence = ANY (sequences) AND v.destination = to_system AND v.state = 'delivered'
            AND o.sequence = v.sequence AND o.created_at = v.created_at
        RETURNING v.sequence),
    logged AS (
        INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination)
        SELECT actor, 'reopen', reason, g.sequence, to_system FROM gone AS g)
    SELECT coalesce(array_agg(g.sequence), '{}') INTO reopened FROM gone AS g;
    IF cardinality(reopened) > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (to_system, 'delivered', -cardinality(reopened));
        DELETE FROM c4i.reader_position AS r WHERE r.destination = to_system;
        DELETE FROM c4i.shard_position AS r WHERE r.destination = to_system;
        UPDATE c4i.table_key AS k SET awaiting = true, corrections = k.corrections + 1
        WHERE k.sequence = ANY (reopened) AND k.corrections IS NOT NULL;
    END IF;
    RETURN cardinality(reopened);
END $$;

-- As before, by the node of a shard.
DROP FUNCTION c4i.asked_about(bigint, text, bigint[]);
CREATE FUNCTION c4i.asked_about(expected bigint, receiver text, numbers bigint[], of_shard integer DEFAULT 0) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.fence(expected, of_shard);
    INSERT INTO c4i.expiry_question (sequence, destination) SELECT n, receiver FROM unnest(numbers) AS n ON CONFLICT DO NOTHING;
END $$;

-- As before, by the node of a shard.
DROP FUNCTION c4i.taken_after_all(bigint, text, bigint[]);
CREATE FUNCTION c4i.taken_after_all(expected bigint, receiver text, numbers bigint[], of_shard integer DEFAULT 0) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    changed bigint[] := '{}';
    part    bigint[];
    day     regclass;
BEGIN
    PERFORM c4i.fence(expected, of_shard);
    FOR day IN SELECT DISTINCT v.tableoid::regclass FROM c4i.delivery AS v
        WHERE v.sequence = ANY (numbers) AND v.destination = receiver AND v.state = 'rejected'
    LOOP
        EXECUTE format('WITH updated AS (
                UPDATE ONLY %s AS v SET state = ''delivered'', code = ''GW-318'', at = now(),
                    detail = left(''refused first: '' || coalesce(v.code || '' '', '''') || v.detail, 1000)
                WHERE v.sequence = ANY ($1) AND v.destination = $2 AND v.state = ''rejected''
                RETURNING v.sequence)
            SELECT coalesce(array_agg(u.sequence), ''{}'') FROM updated AS u', day) INTO part USING numbers, receiver;
        changed := changed || part;
    END LOOP;
    IF cardinality(changed) > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n)
        VALUES (receiver, 'rejected', -cardinality(changed)), (receiver, 'delivered', cardinality(changed));
        UPDATE c4i.table_key AS k SET awaiting = true, corrections = k.corrections + 1
        WHERE k.sequence = ANY (changed) AND k.corrections IS NOT NULL;
    END IF;
    RETURN cardinality(changed);
END $$;

REVOKE ALL ON FUNCTION c4i.shards, c4i.shard_of, c4i.epoch_of, c4i.take_lease(text, integer, integer), c4i.fence(bigint, integer),
    c4i.set_shards, c4i.asked_about, c4i.taken_after_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.shards, c4i.shard_of, c4i.epoch_of, c4i.take_lease(text, integer, integer), c4i.fence(bigint, integer),
    c4i.asked_about, c4i.taken_after_all TO c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.shards, c4i.shard_of, c4i.epoch_of TO c4i_console;
GRANT SELECT ON c4i.sharding, c4i.shard_lease TO c4i_bridge, c4i_console;
GRANT SELECT, INSERT, UPDATE ON c4i.shard_position TO c4i_bridge;
RESET ROLE;
