-- What the bridge needs beyond plain reading and inserting. Advisory locks of this database, all with first key 6501481:
-- 1 the active bridge (session), 2 the reader is polling (session), 3 the fence (transaction), 4 maintenance (transaction).
SET LOCAL ROLE c4i_owner;

-- Becomes the holder. The caller holds lock 1 already. Waits until no transaction of the previous holder is under way. The
-- epoch grows only when the holder is another one, so a bridge that merely lost its session goes on as before.
CREATE FUNCTION c4i.take_lease(new_holder text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    taken bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(6501481, 3);
    UPDATE c4i.lease AS l SET epoch = l.epoch + 1, holder = new_holder, since = now() WHERE l.holder <> new_holder;
    SELECT l.epoch INTO taken FROM c4i.lease AS l;
    RETURN taken;
END $$;

-- First statement of every writing transaction of a bridge: from here to its end no other bridge can take over.
CREATE FUNCTION c4i.fence(expected bigint) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    actual bigint;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(6501481, 3);
    SELECT l.epoch INTO actual FROM c4i.lease AS l;
    IF actual <> expected THEN
        RAISE EXCEPTION USING ERRCODE = 'C4010',
            MESSAGE = 'epoch ' || expected || ' is over, a bridge with epoch ' || actual || ' has taken over';
    END IF;
END $$;

-- After a restore or a failover the transaction counter or the sequence may have gone back. Rows of the future get a
-- present transaction id, reading starts at the beginning (final states keep rows from being sent again), and numbers
-- continue at the clock in microseconds, above every number ever given, because a number that a receiver has seen would
-- make a new message look like a duplicate. Returns how many rows it stamped.
CREATE FUNCTION c4i.after_restore() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    stamped bigint;
    present CONSTANT xid8 := pg_current_xact_id();
BEGIN
    UPDATE c4i.outbox AS o SET xid = present WHERE o.xid > present;
    GET DIAGNOSTICS stamped = ROW_COUNT;
    DELETE FROM c4i.reader_position;
    PERFORM setval('c4i.outbox_sequence', greatest(nextval('c4i.outbox_sequence'),
        (extract(epoch FROM clock_timestamp()) * 1000000)::bigint));
    RETURN stamped;
END $$;
COMMENT ON FUNCTION c4i.after_restore IS
    'Call once after restoring this database, before applications connect; the bridge calls it when it notices.';

-- Says whose database this is, once, and recovers when the server has changed its timeline since. Returns the name stored
-- before, or the given one.
CREATE FUNCTION c4i.claim_node(name text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    known c4i.node%ROWTYPE;
    -- The first eight digits of a WAL file's name; the control file is late after a promotion.
    now_on CONSTANT integer := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
BEGIN
    INSERT INTO c4i.node (system_name, timeline) VALUES (name, now_on) ON CONFLICT DO NOTHING;
    SELECT * INTO known FROM c4i.node;
    IF known.timeline <> now_on AND known.system_name = name THEN
        PERFORM c4i.after_restore();
        UPDATE c4i.node SET timeline = now_on, changed_at = now();
    END IF;
    RETURN known.system_name;
END $$;

-- The day partitions that exist, with their bounds.
CREATE VIEW c4i.partition_day AS
SELECT parent.relname::text AS parent, child.relname::text AS partition,
       to_date(right(child.relname, 8), 'YYYYMMDD') AS day
FROM pg_catalog.pg_inherits AS i
    JOIN pg_catalog.pg_class AS parent ON parent.oid = i.inhparent
    JOIN pg_catalog.pg_class AS child ON child.oid = i.inhrelid
WHERE parent.relnamespace = 'c4i'::regnamespace AND parent.relkind = 'p'
    AND child.relname ~ '_[0-9]{8}$';

CREATE FUNCTION c4i.partition_name(parent text, day date) RETURNS text
LANGUAGE sql IMMUTABLE
AS $$ SELECT parent || '_' || to_char(day, 'YYYYMMDD') $$;

-- One day of one table. Rows that the default partition holds for that day move along.
CREATE FUNCTION c4i.create_partition(parent text, day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    child    CONSTANT text := c4i.partition_name(parent, day);
    key_name CONSTANT text := CASE parent WHEN 'inbox' THEN 'received_at' ELSE 'created_at' END;
    first    CONSTANT timestamptz := day::timestamp AT TIME ZONE 'UTC';
    after    CONSTANT timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
BEGIN
    IF parent NOT IN ('outbox', 'delivery', 'inbox') THEN
        RAISE EXCEPTION USING ERRCODE = 'C4011', MESSAGE = 'not partitioned: ' || parent;
    END IF;
    IF to_regclass(format('c4i.%I', child)) IS NOT NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('CREATE TABLE c4i.%I (LIKE c4i.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', child, parent);
    EXECUTE format('WITH moved AS (DELETE FROM c4i.%I WHERE %I >= $1 AND %2$I < $2 RETURNING *) INSERT INTO c4i.%I SELECT * FROM moved',
        parent || '_default', key_name, child) USING first, after;
    EXECUTE format('ALTER TABLE c4i.%I ATTACH PARTITION c4i.%I FOR VALUES FROM (%L) TO (%L)', parent, child, first, after);
    RETURN true;
END $$;

-- Creates the partitions of today and the given number of days after it; returns how many it created. Yesterday's is
-- created too, for transactions around midnight.
CREATE FUNCTION c4i.create_partitions(days_ahead integer, today date DEFAULT (now() AT TIME ZONE 'UTC')::date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    made integer;
BEGIN
    PERFORM pg_advisory_xact_lock(6501481, 4);
    SELECT count(*) FILTER (WHERE c4i.create_partition(parent, today + ahead)) INTO made
    FROM unnest(ARRAY['outbox', 'delivery', 'inbox']) AS parent, generate_series(-1, days_ahead) AS ahead;
    RETURN made;
END $$;

-- Rows that missed their partition; anything but zero is worth an alarm (create_partitions moves them).
CREATE FUNCTION c4i.default_partition_rows() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT (SELECT count(*) FROM c4i.outbox_default) + (SELECT count(*) FROM c4i.delivery_default)
        + (SELECT count(*) FROM c4i.inbox_default)
$$;

CREATE FUNCTION c4i.day_has_pending(day date) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    found_one boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM c4i.%I AS o CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
        LEFT JOIN c4i.%I AS v ON v.sequence = o.sequence AND v.destination = d.destination AND v.created_at = o.created_at
        WHERE v.sequence IS NULL)', c4i.partition_name('outbox', day), c4i.partition_name('delivery', day)) INTO found_one;
    RETURN found_one;
END $$;

-- Drops one day of the outbox with its delivery log, after adding it up in ledger_retired.
CREATE FUNCTION c4i.drop_outbox_day(day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    rows_table CONSTANT text := c4i.partition_name('outbox', day);
    done_table CONSTANT text := c4i.partition_name('delivery', day);
BEGIN
    EXECUTE format('INSERT INTO c4i.ledger_retired (destination, state, n)
        SELECT d.destination, ''accepted'', count(*) FROM c4i.%I AS o CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
        GROUP BY d.destination
        UNION ALL SELECT v.destination, v.state, count(*) FROM c4i.%I AS v GROUP BY v.destination, v.state', rows_table, done_table);
    EXECUTE format('DROP TABLE c4i.%I', rows_table);
    EXECUTE format('DROP TABLE c4i.%I', done_table);
END $$;

-- Drops days that ended before the given one. A day with a pending row stays, and so does one that is in use right now.
CREATE FUNCTION c4i.drop_partitions(keep_outbox_from date, keep_inbox_from date)
RETURNS TABLE (partition_name text, outcome text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    candidate record;
BEGIN
    PERFORM pg_advisory_xact_lock(6501481, 4);
    PERFORM set_config('lock_timeout', '2s', true);
    FOR candidate IN
        SELECT p.parent, p.partition, p.day FROM c4i.partition_day AS p
        WHERE (p.parent = 'outbox' AND p.day < keep_outbox_from) OR (p.parent = 'inbox' AND p.day < keep_inbox_from)
        ORDER BY p.day, p.parent
    LOOP
        partition_name := candidate.partition;
        BEGIN
            IF candidate.parent = 'inbox' THEN
                EXECUTE format('DROP TABLE c4i.%I', candidate.partition);
                outcome := 'dropped';
            ELSIF c4i.day_has_pending(candidate.day) THEN
                outcome := 'pending';
            ELSE
                PERFORM c4i.drop_outbox_day(candidate.day);
                outcome := 'dropped';
            END IF;
        EXCEPTION WHEN lock_not_available THEN
            outcome := 'busy';
        END;
        RETURN NEXT;
    END LOOP;
END $$;

-- Adds up the summary rows; returns how many went. A reader sees either the parts or the sum.
CREATE FUNCTION c4i.compact_ledger() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone bigint;
    total bigint := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(6501481, 4);
    WITH parts AS (DELETE FROM c4i.ledger_entry RETURNING destination, state, n),
         summed AS (INSERT INTO c4i.ledger_entry (destination, state, n)
            SELECT destination, state, sum(n) FROM parts GROUP BY destination, state)
    SELECT count(*) INTO gone FROM parts;
    total := total + gone;
    WITH parts AS (DELETE FROM c4i.ledger_retired RETURNING destination, state, n),
         summed AS (INSERT INTO c4i.ledger_retired (destination, state, n)
            SELECT destination, state, sum(n) FROM parts GROUP BY destination, state)
    SELECT count(*) INTO gone FROM parts;
    total := total + gone;
    WITH parts AS (DELETE FROM c4i.inbox_entry RETURNING origin_system, state, n),
         summed AS (INSERT INTO c4i.inbox_entry (origin_system, state, n)
            SELECT origin_system, state, sum(n) FROM parts GROUP BY origin_system, state)
    SELECT count(*) INTO gone FROM parts;
    RETURN total + gone;
END $$;

-- Forgets identities of messages received before the given instant, at most so many at once; returns how many.
CREATE FUNCTION c4i.prune_inbox_keys(before timestamptz, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone integer;
BEGIN
    DELETE FROM c4i.inbox_key WHERE ctid = ANY (ARRAY(SELECT k.ctid FROM c4i.inbox_key AS k WHERE k.received_at < before LIMIT at_most));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- The same for dead letters.
CREATE FUNCTION c4i.prune_dead_letters(before timestamptz, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone integer;
BEGIN
    DELETE FROM c4i.dead_letter WHERE ctid = ANY (ARRAY(SELECT l.ctid FROM c4i.dead_letter AS l WHERE l.at < before LIMIT at_most));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- Today and a week.
SELECT c4i.create_partitions(7);
