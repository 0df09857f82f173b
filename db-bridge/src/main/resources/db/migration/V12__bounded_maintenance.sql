-- Maintenance that never stands in the way of the data path, and deletes nothing that is young by the clock of this database.
--
-- To attach or to drop a day, PostgreSQL locks the default partition against everybody, readers included. Whoever waits for such
-- a lock makes all that come later wait behind it. So no statement here waits longer than a fraction of a second for one: it
-- answers 'busy', and its caller tries again later. Each day is a transaction of its own. What takes long (counting a day) is
-- done before, under a lock that readers and writers of other days do not notice.
--
-- C4011 not partitioned, or no such day is due      C4012 younger than c4i.retention_floor allows
-- C4013 not in a transaction of level READ COMMITTED   C4014 a row would be lost or doubled
SET LOCAL ROLE c4i_owner;

-- What no login of a bridge can go below, whatever it asks for. The owner of the database changes it.
CREATE TABLE c4i.retention_floor (
    only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    outbox_days      integer NOT NULL DEFAULT 7 CHECK (outbox_days >= 1),
    inbox_days       integer NOT NULL DEFAULT 7 CHECK (inbox_days >= 1),
    identity_days    integer NOT NULL DEFAULT 30,
    dead_letter_days integer NOT NULL DEFAULT 30 CHECK (dead_letter_days >= 0),
    CHECK (identity_days > inbox_days)
);
INSERT INTO c4i.retention_floor DEFAULT VALUES;
COMMENT ON TABLE c4i.retention_floor IS 'Days that are kept in any case, by the clock of this database; a bridge may keep more, never less.';

DROP FUNCTION c4i.create_partitions(integer, date);
DROP FUNCTION c4i.create_partition(text, date);
DROP FUNCTION c4i.drop_partitions(date, date);
DROP FUNCTION c4i.drop_outbox_day(date);
DROP FUNCTION c4i.prune_inbox_keys(timestamptz, integer);
DROP FUNCTION c4i.prune_dead_letters(timestamptz, integer);

-- The day, by the clock of this database.
CREATE FUNCTION c4i.today() RETURNS date
LANGUAGE sql STABLE
AS $$ SELECT (now() AT TIME ZONE 'UTC')::date $$;

-- Day partitions that should be there and are not, the most urgent first: today's and tomorrow's, days of rows in a default
-- partition, the rest. While a default partition is large, days ahead are put off: attaching one reads all of it under the lock.
CREATE FUNCTION c4i.missing_partitions(days_ahead integer) RETURNS TABLE (parent text, day date)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    WITH stray (parent, day) AS (
        SELECT DISTINCT 'outbox', (o.created_at AT TIME ZONE 'UTC')::date FROM c4i.outbox_default AS o
        UNION ALL
        SELECT DISTINCT 'delivery', (v.created_at AT TIME ZONE 'UTC')::date FROM c4i.delivery_default AS v
        UNION ALL
        SELECT DISTINCT 'inbox', (i.received_at AT TIME ZONE 'UTC')::date FROM c4i.inbox_default AS i),
    known (parent, day) AS (
        SELECT s.parent, s.day FROM stray AS s
        UNION ALL
        SELECT p.parent, p.day FROM c4i.partition_day AS p),
    wanted (parent, day, urgency) AS (
        SELECT s.parent, s.day, 1 FROM stray AS s
        UNION ALL
        -- A day of the outbox and its delivery log go together.
        SELECT CASE k.parent WHEN 'outbox' THEN 'delivery' ELSE 'outbox' END, k.day, 1 FROM known AS k WHERE k.parent <> 'inbox'
        UNION ALL
        SELECT t.parent, c4i.today() + n.ahead, CASE WHEN n.ahead BETWEEN 0 AND 1 THEN 0 ELSE 2 END
        FROM unnest(ARRAY['outbox', 'delivery', 'inbox']) AS t (parent), generate_series(-1, least(days_ahead, 366)) AS n (ahead))
    SELECT w.parent, w.day
    FROM wanted AS w
    WHERE NOT EXISTS (SELECT FROM c4i.partition_day AS p WHERE p.parent = w.parent AND p.day = w.day)
        AND (w.urgency < 2 OR pg_relation_size(format('c4i.%I', w.parent || '_default')::regclass) < 67108864)
    GROUP BY w.parent, w.day
    ORDER BY min(w.urgency), w.day, w.parent
$$;

-- One day of one table: 'created', 'there' or 'busy'. The new table has its indexes, proves its bounds and holds the rows that the
-- default partition has of that day before anybody has to wait. Behind the lock follow those that came meanwhile. It waits
-- for locks as long as asked, 2 s at most.
CREATE FUNCTION c4i.create_partition(parent text, day date, patience_ms integer DEFAULT 100) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    child    CONSTANT text := c4i.partition_name(parent, day);
    rest     CONSTANT text := parent || '_default';
    key_name CONSTANT text := CASE parent WHEN 'inbox' THEN 'received_at' ELSE 'created_at' END;
    first    CONSTANT timestamptz := day::timestamp AT TIME ZONE 'UTC';
    after    CONSTANT timestamptz := (day + 1)::timestamp AT TIME ZONE 'UTC';
    of_day   CONSTANT text := format('d.%I >= %L AND d.%1$I < %3$L', key_name, first, after);
    same_row CONSTANT text := CASE parent WHEN 'inbox' THEN 'c.received_id = d.received_id'
        ELSE 'c.sequence = d.sequence AND c.created_at = d.created_at' END
        || CASE parent WHEN 'delivery' THEN ' AND c.destination = d.destination' ELSE '' END;
    copied   bigint;
    more     bigint;
    gone     bigint;
BEGIN
    IF parent IN ('outbox', 'delivery', 'inbox') AND to_regclass(format('c4i.%I', child)) IS NOT NULL THEN
        RETURN 'there';
    END IF;
    IF parent NOT IN ('outbox', 'delivery', 'inbox') OR day NOT BETWEEN c4i.today() - 1 AND c4i.today() + 366
        AND NOT EXISTS (SELECT FROM c4i.missing_partitions(0) AS m
                        WHERE m.parent = create_partition.parent AND m.day = create_partition.day) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4011', MESSAGE = 'no such day is due: ' || coalesce(child, 'null');
    END IF;
    IF NOT pg_try_advisory_xact_lock(6501481, 4) THEN
        RETURN 'busy';
    END IF;
    PERFORM set_config('lock_timeout', greatest(10, least(patience_ms, 2000))::text, true);
    EXECUTE format('CREATE TABLE c4i.%I (LIKE c4i.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING INDEXES,
        CONSTRAINT only_this_day CHECK (%I >= %L AND %3$I < %5$L))', child, parent, key_name, first, after);
    EXECUTE format('INSERT INTO c4i.%I SELECT d.* FROM c4i.%I AS d WHERE ', child, rest) || of_day;
    GET DIAGNOSTICS copied = ROW_COUNT;
    -- Who inserts a row of these days has to wait before it is sent to a partition: at the default partition it would be refused.
    IF day BETWEEN c4i.today() - 1 AND c4i.today() + 1 THEN
        EXECUTE format('LOCK TABLE ONLY c4i.%I IN SHARE ROW EXCLUSIVE MODE', parent);
    END IF;
    EXECUTE format('LOCK TABLE c4i.%I IN ACCESS EXCLUSIVE MODE', rest);
    EXECUTE format('INSERT INTO c4i.%I SELECT d.* FROM c4i.%I AS d WHERE NOT EXISTS (SELECT FROM c4i.%1$I AS c WHERE %3$s) AND ',
        child, rest, same_row) || of_day;
    GET DIAGNOSTICS more = ROW_COUNT;
    EXECUTE format('DELETE FROM c4i.%I AS d WHERE ', rest) || of_day;
    GET DIAGNOSTICS gone = ROW_COUNT;
    IF gone <> copied + more THEN
        RAISE EXCEPTION USING ERRCODE = 'C4014', MESSAGE = rest || ' gave ' || gone || ' rows and ' || child || ' took ' || copied + more;
    END IF;
    EXECUTE format('ALTER TABLE c4i.%I ATTACH PARTITION c4i.%I FOR VALUES FROM (%L) TO (%L)', parent, child, first, after);
    EXECUTE format('ALTER TABLE c4i.%I DROP CONSTRAINT only_this_day', child);
    RETURN 'created';
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 'busy';
END $$;

-- Rows that missed their partition, counted up to 10,000 for each table; anything but zero is worth an alarm.
CREATE OR REPLACE FUNCTION c4i.default_partition_rows() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT (SELECT count(*) FROM (SELECT FROM c4i.outbox_default LIMIT 10000) AS o)
        + (SELECT count(*) FROM (SELECT FROM c4i.delivery_default LIMIT 10000) AS v)
        + (SELECT count(*) FROM (SELECT FROM c4i.inbox_default LIMIT 10000) AS i)
$$;

-- What a bridge watches: the clock, rows that missed their partition, and for how many days without a gap each table has
-- partitions, today not counted (-1: not even today).
CREATE FUNCTION c4i.maintenance_state(OUT clock timestamptz, OUT stray_rows bigint, OUT days_ahead integer)
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT clock_timestamp(), c4i.default_partition_rows(), (
        SELECT coalesce(min(n.ahead), 61) - 1
        FROM unnest(ARRAY['outbox', 'delivery', 'inbox']) AS t (parent), generate_series(0, 60) AS n (ahead)
        WHERE NOT EXISTS (SELECT FROM c4i.partition_day AS p WHERE p.parent = t.parent AND p.day = c4i.today() + n.ahead))
$$;

-- Days that may be dropped, the oldest first: those that ended more than so many full days ago.
CREATE FUNCTION c4i.old_days(outbox_days integer, inbox_days integer) RETURNS TABLE (parent text, day date)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT p.parent, p.day
    FROM c4i.partition_day AS p CROSS JOIN c4i.retention_floor AS f
    WHERE (p.parent = 'outbox' AND p.day < c4i.today() - greatest(old_days.outbox_days, f.outbox_days))
        OR (p.parent = 'inbox' AND p.day < c4i.today() - greatest(old_days.inbox_days, f.inbox_days))
    ORDER BY p.day, p.parent
$$;

-- Drops one day: 'dropped', 'gone', 'pending' (a row without final state, kept) or 'busy' (in use, kept). A day of the outbox is
-- looked at twice. The first look locks nothing, so that final states of old rows are written meanwhile. The second is taken
-- behind a lock that no writer passes, with a snapshot of its own: no row comes in between it and the drop. The parents are locked
-- against everybody only at the end, when nothing but the catalogue is left to do.
CREATE FUNCTION c4i.drop_day(parent text, day date) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    child      CONSTANT text := c4i.partition_name(parent, day);
    done_table CONSTANT text := c4i.partition_name('delivery', day);
    kept       CONSTANT integer := (SELECT CASE parent WHEN 'outbox' THEN f.outbox_days WHEN 'inbox' THEN f.inbox_days END
                                    FROM c4i.retention_floor AS f);
BEGIN
    IF kept IS NULL OR day IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4011', MESSAGE = 'days of the outbox and of the inbox are dropped, not of ' || coalesce(parent, 'null');
    END IF;
    IF day >= c4i.today() - kept THEN
        RAISE EXCEPTION USING ERRCODE = 'C4012', MESSAGE = child || ' is younger than c4i.retention_floor allows';
    END IF;
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4013', MESSAGE = 'an old snapshot does not show what was committed since';
    END IF;
    IF to_regclass(format('c4i.%I', child)) IS NULL THEN
        RETURN 'gone';
    END IF;
    IF NOT pg_try_advisory_xact_lock(6501481, 4) OR (parent = 'outbox' AND to_regclass(format('c4i.%I', done_table)) IS NULL) THEN
        RETURN 'busy';
    END IF;
    PERFORM set_config('lock_timeout', '250ms', true);
    IF parent = 'inbox' THEN
        LOCK TABLE ONLY c4i.inbox IN ACCESS EXCLUSIVE MODE;
        EXECUTE format('DROP TABLE c4i.%I', child);
        RETURN 'dropped';
    END IF;
    IF c4i.day_has_pending(day) THEN
        RETURN 'pending';
    END IF;
    EXECUTE format('LOCK TABLE c4i.%I, c4i.%I IN SHARE MODE', child, done_table);
    IF c4i.day_has_pending(day) THEN
        RETURN 'pending';
    END IF;
    EXECUTE format('INSERT INTO c4i.ledger_retired (destination, state, n)
        SELECT d.destination, ''accepted'', count(*) FROM c4i.%I AS o CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
        GROUP BY d.destination
        UNION ALL SELECT v.destination, v.state, count(*) FROM c4i.%I AS v GROUP BY v.destination, v.state', child, done_table);
    LOCK TABLE ONLY c4i.outbox, ONLY c4i.delivery IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('DROP TABLE c4i.%I, c4i.%I', child, done_table);
    RETURN 'dropped';
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 'busy';
END $$;

-- Forgets identities of messages received more than so many full days ago, at most so many at once; returns how many.
CREATE FUNCTION c4i.prune_inbox_keys(keep_days integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone   integer;
    before CONSTANT timestamptz := (SELECT (c4i.today() - greatest(keep_days, f.identity_days))::timestamp AT TIME ZONE 'UTC'
                                    FROM c4i.retention_floor AS f);
BEGIN
    DELETE FROM c4i.inbox_key WHERE ctid = ANY (ARRAY(
        SELECT k.ctid FROM c4i.inbox_key AS k WHERE k.received_at < before LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- The same for dead letters.
CREATE FUNCTION c4i.prune_dead_letters(keep_days integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone   integer;
    before CONSTANT timestamptz := (SELECT (c4i.today() - greatest(keep_days, f.dead_letter_days))::timestamp AT TIME ZONE 'UTC'
                                    FROM c4i.retention_floor AS f);
BEGIN
    DELETE FROM c4i.dead_letter WHERE ctid = ANY (ARRAY(
        SELECT l.ctid FROM c4i.dead_letter AS l WHERE l.at < before LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- Adds up the summary rows; returns how many went. A reader sees either the parts or the sum. Has a lock of its own: a day that
-- is counted for minutes does not hold it up, and of two that add up the second leaves it to the first.
CREATE OR REPLACE FUNCTION c4i.compact_ledger() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone bigint;
    total bigint := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(6501481, 5) THEN
        RETURN 0;
    END IF;
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

-- c4i.submit makes its commit durable, and the session could take that back before it commits. So the last word is said at the
-- commit itself. The summary has few rows per statement, whatever the number of messages. (A session that makes constraints
-- immediate hears it at the end of the statement, as from c4i.submit.)
CREATE FUNCTION c4i.commit_durably() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF pg_catalog.current_setting('synchronous_commit') OPERATOR(pg_catalog.=) 'off' THEN
        PERFORM pg_catalog.set_config('synchronous_commit', 'local', true);
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_entry_durable AFTER INSERT ON c4i.ledger_entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.state = 'accepted') EXECUTE FUNCTION c4i.commit_durably();

REVOKE ALL ON FUNCTION c4i.commit_durably, c4i.today, c4i.missing_partitions, c4i.create_partition, c4i.maintenance_state, c4i.old_days, c4i.drop_day,
    c4i.prune_inbox_keys, c4i.prune_dead_letters FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.missing_partitions, c4i.create_partition, c4i.maintenance_state, c4i.old_days, c4i.drop_day,
    c4i.prune_inbox_keys, c4i.prune_dead_letters TO c4i_bridge;
GRANT SELECT ON c4i.retention_floor TO c4i_bridge;
RESET ROLE;
