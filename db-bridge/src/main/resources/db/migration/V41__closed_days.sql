-- A read of the outbox looks at the days that may get rows: today and its neighbours, however many days are kept and are ready. Every
-- other day is closed. Whoever writes a row of a closed day all the same (the clock was stepped, a message is routed days after it was
-- published) opens the day in the same transaction, so each snapshot that shows the row shows the day as open.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.open_day (day date NOT NULL);
CREATE INDEX open_day_of_day ON c4i.open_day (day);
COMMENT ON TABLE c4i.open_day IS 'Days (UTC) of the outbox that reads look at. A day may be there more than once: who opens one waits for nobody.';

CREATE TABLE c4i.closed_days (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    before   xid8    NOT NULL
);
COMMENT ON TABLE c4i.closed_days IS 'Rows of days that are not open were written by transactions before this one.';

-- Trigger of each closed day. A day that READ COMMITTED sees as open stays so until the end of the transaction, whose lock on the partition
-- keeps it from being closed. Other transactions may see a day as open that was closed since. They open each day themselves, and remember
-- that in a setting: to look into the table would make serializable ones depend on each other.
CREATE FUNCTION c4i.note_open_day() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    written CONSTANT date := (NEW.created_at AT TIME ZONE 'UTC')::date;
    opened  text;
BEGIN
    IF current_setting('transaction_isolation') = 'read committed' THEN
        IF NOT EXISTS (SELECT FROM c4i.open_day AS d WHERE d.day = written) THEN
            INSERT INTO c4i.open_day (day) VALUES (written);
        END IF;
        RETURN NEW;
    END IF;
    opened := coalesce(current_setting('c4i.opened_days', true), '');
    IF strpos(opened, written::text) = 0 THEN
        INSERT INTO c4i.open_day (day) VALUES (written);
        PERFORM set_config('c4i.opened_days', opened || ' ' || written, true);
    END IF;
    RETURN NEW;
END $$;

-- Whoever writes into this table opens its day from now on.
CREATE FUNCTION c4i.guard_day(child text) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = format('c4i.%I', child)::regclass AND t.tgname = 'opens_day') THEN
        EXECUTE format('CREATE TRIGGER opens_day BEFORE INSERT ON c4i.%I FOR EACH ROW EXECUTE FUNCTION c4i.note_open_day()', child);
    END IF;
    EXECUTE format('ALTER TABLE c4i.%I ENABLE ALWAYS TRIGGER opens_day', child);
END $$;

-- For functions that wait for a lock, or take one, and then look at what others have committed.
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

-- Opens yesterday, today and tomorrow, and closes other days into which nobody writes at the moment. Waits for no lock: what is in use
-- is left for the next call. Returns how many days are left, one if others work on the days. Advisory lock 4, since a day whose table is
-- made or dropped meanwhile would be taken for another table's.
--
-- C4013 not READ COMMITTED
CREATE FUNCTION c4i.close_days() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    first CONSTANT date := c4i.today() - 1;
    last  CONSTANT date := c4i.today() + 1;
    work  record;
    past  xid8;
    busy  integer := 0;
BEGIN
    PERFORM c4i.require_read_committed();
    IF NOT pg_try_advisory_xact_lock(6501481, 4) THEN
        RETURN 1;
    END IF;
    PERFORM FROM c4i.closed_days FOR UPDATE NOWAIT;
    FOR work IN
        WITH child AS (
            SELECT p.day, p.partition, t.tgenabled AS enabled
            FROM c4i.partition_day AS p
                LEFT JOIN pg_trigger AS t ON t.tgrelid = format('c4i.%I', p.partition)::regclass AND t.tgname = 'opens_day'
            WHERE p.parent = 'outbox')
        SELECT d.day, coalesce(c.partition, 'outbox_default') AS child, d.day BETWEEN first AND last AS opens
        FROM (SELECT o.day FROM c4i.open_day AS o WHERE o.day NOT BETWEEN first AND last
              UNION
              SELECT c.day FROM child AS c WHERE c.enabled IS NULL OR c.day BETWEEN first AND last
                  AND (c.enabled <> 'D' OR NOT EXISTS (SELECT FROM c4i.open_day AS o WHERE o.day = c.day))) AS d
            LEFT JOIN child AS c ON c.day = d.day
    LOOP
        BEGIN
            EXECUTE format('LOCK TABLE c4i.%I IN SHARE ROW EXCLUSIVE MODE NOWAIT', work.child);
            PERFORM c4i.guard_day(work.child);
            IF work.opens THEN
                INSERT INTO c4i.open_day (day) VALUES (work.day);
                EXECUTE format('ALTER TABLE c4i.%I DISABLE TRIGGER opens_day', work.child);
            ELSE
                -- After a restore, and before reading has recovered, rows may be of transactions that are still to come.
                EXECUTE format('SELECT max(m.xid) FROM (SELECT (SELECT max(o.xid) FROM c4i.%I AS o WHERE o.precedence = u.urgency) AS xid
                    FROM generate_series(0, 3) AS u (urgency)) AS m', work.child) INTO past;
                UPDATE c4i.closed_days AS c SET before = greatest(c.before, pg_snapshot_xmax(pg_current_snapshot()),
                    (past::text::bigint + 1)::text::xid8);
                DELETE FROM c4i.open_day AS o WHERE o.day = work.day;
            END IF;
        EXCEPTION WHEN lock_not_available OR undefined_table THEN
            busy := busy + 1;
        END;
    END LOOP;
    -- One is enough of each day.
    DELETE FROM c4i.open_day AS o USING (SELECT d.day, min(d.ctid) AS kept FROM c4i.open_day AS d GROUP BY d.day) AS k
    WHERE k.day = o.day AND o.ctid <> k.kept;
    RETURN busy;
EXCEPTION WHEN lock_not_available THEN
    RETURN 1;
END $$;

-- As before. A day of the outbox is open or closed from its beginning.
CREATE OR REPLACE FUNCTION c4i.create_partition(parent text, day date, patience_ms integer DEFAULT 100) RETURNS text
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
    changed  CONSTANT text := CASE parent WHEN 'outbox' THEN 'c.xid IS DISTINCT FROM d.xid'
        WHEN 'delivery' THEN 'ROW(c.state, c.code, c.detail, c.at) IS DISTINCT FROM ROW(d.state, d.code, d.detail, d.at)' ELSE 'false' END;
    copied   bigint;
    stale    bigint;
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
    EXECUTE format('LOCK TABLE ONLY c4i.%I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('LOCK TABLE c4i.%I IN ACCESS EXCLUSIVE MODE', rest);
    EXECUTE format('DELETE FROM c4i.%I AS c USING c4i.%I AS d WHERE %s AND %s AND ', child, rest, same_row, changed) || of_day;
    GET DIAGNOSTICS stale = ROW_COUNT;
    copied := copied - stale;
    EXECUTE format('INSERT INTO c4i.%I SELECT d.* FROM c4i.%I AS d WHERE NOT EXISTS (SELECT FROM c4i.%1$I AS c WHERE %3$s) AND ',
        child, rest, same_row) || of_day;
    GET DIAGNOSTICS more = ROW_COUNT;
    EXECUTE format('DELETE FROM c4i.%I AS d WHERE ', rest) || of_day;
    GET DIAGNOSTICS gone = ROW_COUNT;
    IF gone <> copied + more THEN
        RAISE EXCEPTION USING ERRCODE = 'C4014', MESSAGE = rest || ' gave ' || gone || ' rows and ' || child || ' took ' || copied + more;
    END IF;
    IF parent = 'outbox' THEN
        PERFORM c4i.guard_day(child);
        IF day BETWEEN c4i.today() - 1 AND c4i.today() + 1 THEN
            INSERT INTO c4i.open_day (day) VALUES (create_partition.day);
            EXECUTE format('ALTER TABLE c4i.%I DISABLE TRIGGER opens_day', child);
        END IF;
    END IF;
    EXECUTE format('ALTER TABLE c4i.%I ATTACH PARTITION c4i.%I FOR VALUES FROM (%L) TO (%L)', parent, child, first, after);
    EXECUTE format('ALTER TABLE c4i.%I DROP CONSTRAINT only_this_day', child);
    RETURN 'created';
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 'busy';
END $$;

-- As before. Rows of the future are those that a snapshot does not know: what servers submit meanwhile is not of them. Rows of closed days may
-- have the number of this transaction now.
CREATE OR REPLACE FUNCTION c4i.recover_reading() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    stamped bigint;
    present CONSTANT xid8 := pg_current_xact_id();
BEGIN
    -- No day is closed from here to the end.
    PERFORM FROM c4i.closed_days FOR UPDATE;
    UPDATE c4i.outbox AS o SET xid = present WHERE o.xid >= (SELECT pg_snapshot_xmax(pg_current_snapshot()));
    GET DIAGNOSTICS stamped = ROW_COUNT;
    UPDATE c4i.closed_days AS c SET before =
        greatest((present::text::bigint + 1)::text::xid8, least(c.before, pg_snapshot_xmax(pg_current_snapshot())));
    IF stamped > 0 THEN
        PERFORM c4i.hold_tables();
    END IF;
    DELETE FROM c4i.reader_position;
    DELETE FROM c4i.shard_position;
    PERFORM c4i.move_numbers();
    PERFORM c4i.continue_at_clock('c4i.inbox_sequence');
    RETURN stamped;
END $$;

-- The days that are there, behind their locks.
DO $$
BEGIN
    LOCK TABLE c4i.outbox IN SHARE ROW EXCLUSIVE MODE;
    PERFORM c4i.guard_day(c.relname) FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'c4i.outbox'::regclass;
    INSERT INTO c4i.closed_days (before)
    SELECT greatest(pg_snapshot_xmax(pg_current_snapshot()), (max(o.xid)::text::bigint + 1)::text::xid8) FROM c4i.outbox AS o;
    PERFORM c4i.close_days();
END $$;

REVOKE ALL ON FUNCTION c4i.note_open_day, c4i.guard_day, c4i.require_read_committed, c4i.close_days FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.close_days TO c4i_bridge;
GRANT SELECT ON c4i.open_day, c4i.closed_days TO c4i_bridge;
RESET ROLE;
