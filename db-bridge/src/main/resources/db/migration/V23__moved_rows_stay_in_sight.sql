-- A statement lists the partitions before it waits for their locks, and looks at the rows after. One that waited at the default
-- partition while a day was attached saw neither the rows that had left it nor any that the new day had got: a read of the outbox took
-- them for not there, and they waited unseen. Everybody waits at the table itself now, before the partitions are listed. Who inserts a
-- row of that day has to wait there anyway: at the default partition it would be refused.
SET LOCAL ROLE c4i_owner;

-- One day of one table: 'created', 'there' or 'busy'. The new table has its indexes, proves its bounds and holds the rows that the
-- default partition has of that day before anybody has to wait. Behind the locks follow those that came meanwhile. It waits
-- for each of them as long as asked, 2 s at most.
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
    EXECUTE format('LOCK TABLE ONLY c4i.%I IN ACCESS EXCLUSIVE MODE', parent);
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
