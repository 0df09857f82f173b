-- What retention keeps, and what is sent again.
SET LOCAL ROLE c4i_owner;

-- As before. What an earlier repetition brought to a destination is not chosen again: "again" is once more for each message. Whoever
-- wants yet another one names the repetition by its number.
CREATE OR REPLACE FUNCTION c4i.replay_choice(ids bigint[], topic text, wanted text, since timestamptz, until timestamptz, code text,
    letters boolean, again boolean)
RETURNS TABLE (message bigint, submitted_at timestamptz, topic_id text, destination text, state text, code_now text,
    expires_at timestamptz, dead_letter bigint)
LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    low  CONSTANT bigint := coalesce((SELECT min(i) FROM unnest(ids) AS i), 0);
    high CONSTANT bigint := coalesce((SELECT max(i) FROM unnest(ids) AS i), 9223372036854775807);
BEGIN
    IF letters THEN
        RETURN QUERY
        SELECT l.origin_sequence, o.created_at, coalesce(o.topic_id, l.topic_id), l.destination,
               CASE WHEN o.sequence IS NULL THEN 'unknown' ELSE coalesce(v.state, 'pending') END, coalesce(v.code, l.code),
               o.expires_at, l.id
        FROM (SELECT DISTINCT ON (d.origin_sequence, d.destination) d.* FROM c4i.dead_letter AS d
              WHERE d.direction = 'outbound' AND d.destination IS NOT NULL AND d.origin_sequence IS NOT NULL
                AND d.id BETWEEN low AND high AND (ids IS NULL OR d.id = ANY (ids))
                AND (since IS NULL OR d.at >= since) AND (until IS NULL OR d.at < until)
                AND (wanted IS NULL OR d.destination = wanted) AND (replay_choice.code IS NULL OR d.code = replay_choice.code)
                AND (topic IS NULL OR c4i.wants(topic, d.topic_id))
              ORDER BY d.origin_sequence, d.destination, d.id DESC) AS l
            LEFT JOIN c4i.outbox AS o ON o.sequence = l.origin_sequence
            LEFT JOIN c4i.delivery AS v
                ON v.sequence = o.sequence AND v.destination = l.destination AND v.created_at = o.created_at
        UNION ALL
        SELECT NULL, NULL, NULL, NULL, 'unknown', NULL, NULL, i
        FROM (SELECT DISTINCT n FROM unnest(ids) AS n) AS w (i) WHERE NOT EXISTS (SELECT FROM c4i.dead_letter AS d WHERE d.id = i);
        RETURN;
    END IF;
    RETURN QUERY
    SELECT o.sequence, o.created_at, o.topic_id, d.destination, coalesce(v.state, 'pending'), v.code, o.expires_at, NULL::bigint
    FROM c4i.outbox AS o
        CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
        LEFT JOIN c4i.delivery AS v
            ON v.sequence = o.sequence AND v.destination = d.destination AND v.created_at = o.created_at
    WHERE o.sequence BETWEEN low AND high AND (ids IS NULL OR o.sequence = ANY (ids))
        AND o.created_at >= coalesce(since, '-infinity') AND o.created_at < coalesce(until, 'infinity')
        AND (wanted IS NULL OR d.destination = wanted) AND (topic IS NULL OR c4i.wants(topic, o.topic_id))
        AND (replay_choice.code IS NULL OR v.code = replay_choice.code)
        AND (again OR ids IS NOT NULL OR coalesce(v.state, 'pending') NOT IN ('delivered', 'sent'))
        AND (ids IS NOT NULL OR coalesce(v.state, 'pending') NOT IN ('delivered', 'sent', 'superseded')
            OR NOT EXISTS (SELECT FROM c4i.operator_action AS r
                WHERE r.action = 'replay' AND r.new_sequence = o.sequence AND r.destination = d.destination))
    UNION ALL
    SELECT i, NULL, NULL, NULL, 'unknown', NULL, NULL, NULL
    FROM (SELECT DISTINCT n FROM unnest(ids) AS n) AS w (i) WHERE NOT EXISTS (SELECT FROM c4i.outbox AS o WHERE o.sequence = i);
END $$;

-- As before, and two more answers keep a day. 'recent': a row waited so long that its final state is young; operators still need it.
-- 'misdated': numbers of the inbox grow with time, so a day with a higher number than a day that is kept got its rows while the clock of
-- this database was behind; it is kept as long as what was received with it. Rows of the future do not count: the clock was ahead then.
DROP FUNCTION c4i.drop_day(text, date);
CREATE FUNCTION c4i.drop_day(parent text, day date, keep_days integer DEFAULT NULL) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    child      CONSTANT text := c4i.partition_name(parent, day);
    done_table CONSTANT text := c4i.partition_name('delivery', day);
    kept       CONSTANT integer := (SELECT CASE parent WHEN 'outbox' THEN f.outbox_days WHEN 'inbox' THEN f.inbox_days END
                                    FROM c4i.retention_floor AS f);
    since      CONSTANT timestamptz := (c4i.today() - greatest(keep_days, kept))::timestamp AT TIME ZONE 'UTC';
    newest     bigint;
    recent     boolean;
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
        EXECUTE format('SELECT max(i.received_id) FROM c4i.%I AS i', child) INTO newest;
        IF EXISTS (SELECT FROM c4i.inbox AS i WHERE i.received_id < newest AND i.received_at >= since
                AND i.received_at < (c4i.today() + 2)::timestamp AT TIME ZONE 'UTC') THEN
            RETURN 'misdated';
        END IF;
        LOCK TABLE ONLY c4i.inbox IN ACCESS EXCLUSIVE MODE;
        EXECUTE format('DROP TABLE c4i.%I', child);
        RETURN 'dropped';
    END IF;
    IF c4i.day_has_pending(day) THEN
        RETURN 'pending';
    END IF;
    -- Nothing gets a final state later, since no row is pending.
    EXECUTE format('SELECT EXISTS (SELECT FROM c4i.%I AS v WHERE v.at >= $1)', done_table) INTO recent USING since;
    IF recent THEN
        RETURN 'recent';
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
REVOKE ALL ON FUNCTION c4i.drop_day FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.drop_day TO c4i_bridge;

-- As before. Identities of a day whose messages are still in the inbox stay.
CREATE OR REPLACE FUNCTION c4i.prune_inbox_keys(keep_days integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone   integer;
    before CONSTANT timestamptz := (SELECT (c4i.today() - greatest(keep_days, f.identity_days))::timestamp AT TIME ZONE 'UTC'
                                    FROM c4i.retention_floor AS f);
    there  CONSTANT date[] := ARRAY(SELECT p.day FROM c4i.partition_day AS p WHERE p.parent = 'inbox'
                                    UNION SELECT (i.received_at AT TIME ZONE 'UTC')::date FROM c4i.inbox_default AS i);
BEGIN
    DELETE FROM c4i.inbox_key WHERE ctid = ANY (ARRAY(
        SELECT k.ctid FROM c4i.inbox_key AS k WHERE k.received_at < before
            AND (k.received_at AT TIME ZONE 'UTC')::date <> ALL (there) LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- As before. A letter stays that came after one that is kept, since the clock was behind when it came; that waits before the inbox; and
-- of which its origin has not been told that it is there after all, for as many days as letters are kept.
CREATE OR REPLACE FUNCTION c4i.prune_dead_letters(keep_days integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone   integer;
    before CONSTANT timestamptz := (SELECT (c4i.today() - greatest(keep_days, f.dead_letter_days))::timestamp AT TIME ZONE 'UTC'
                                    FROM c4i.retention_floor AS f);
    younger CONSTANT bigint := (SELECT min(l.id) FROM c4i.dead_letter AS l
                                WHERE l.at >= before AND l.at < clock_timestamp() + interval '1 day');
BEGIN
    DELETE FROM c4i.dead_letter WHERE ctid = ANY (ARRAY(
        SELECT l.ctid FROM c4i.dead_letter AS l WHERE l.at < before AND (younger IS NULL OR l.id < younger)
            AND NOT EXISTS (SELECT FROM c4i.readmission AS r WHERE r.dead_letter = l.id
                AND (r.ended_at IS NULL OR r.result IN ('received', 'there') AND r.told_at IS NULL AND r.ended_at >= before)) LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

-- As before. It changes only the days of these rows: a day that is counted before it is dropped is locked against writers.
CREATE OR REPLACE FUNCTION c4i.taken_after_all(expected bigint, receiver text, numbers bigint[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    changed bigint[] := '{}';
    part    bigint[];
    day     regclass;
BEGIN
    PERFORM c4i.fence(expected);
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

-- As before. A row that changed while it was copied is copied again.
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
    EXECUTE format('ALTER TABLE c4i.%I ATTACH PARTITION c4i.%I FOR VALUES FROM (%L) TO (%L)', parent, child, first, after);
    EXECUTE format('ALTER TABLE c4i.%I DROP CONSTRAINT only_this_day', child);
    RETURN 'created';
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    RETURN 'busy';
END $$;

-- As before. It gives numbers of the outbox, so its commit must be durable.
CREATE OR REPLACE FUNCTION c4i.copy_look_back(expected bigint, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    job  c4i.look_back%ROWTYPE;
    seen integer;
    upto bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM c4i.look_back) THEN
        RETURN 0;
    END IF;
    PERFORM c4i.fence(expected);
    PERFORM c4i.require_durable_commit();
    PERFORM pg_advisory_xact_lock(6501481, 6);
    SELECT * INTO job FROM c4i.look_back AS l ORDER BY l.system, l.earliest, l.pattern LIMIT 1;
    IF job.system IS NULL THEN
        RETURN 0;
    END IF;
    SELECT count(*), max(w.published_as) INTO seen, upto
    FROM (SELECT o.published_as FROM c4i.outbox AS o
          WHERE o.published_as > job.after AND o.published_as <= job.last ORDER BY o.published_as LIMIT at_most) AS w;
    INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
        payload_size, payload, published_as, repeats)
    SELECT nextval('c4i.outbox_sequence'), pg_current_xact_id(), w.created_at, w.expires_at, w.topic_id, w.precedence,
        ARRAY[job.system], w.label, w.subject, w.payload_size, w.payload, w.published_as, w.published_as
    FROM (SELECT o.* FROM c4i.outbox AS o
          WHERE o.published_as > job.after AND o.published_as <= upto AND o.sequence = o.published_as
            AND o.created_at >= job.earliest AND (o.expires_at IS NULL OR o.expires_at > clock_timestamp())
            AND c4i.wants(job.pattern, o.topic_id)
            AND NOT EXISTS (SELECT FROM c4i.outbox AS c WHERE c.published_as = o.sequence AND job.system = ANY (c.destinations))
          ORDER BY o.published_as OFFSET 0) AS w;
    IF upto IS NULL OR upto >= job.last THEN
        DELETE FROM c4i.look_back AS l WHERE l.system = job.system AND l.pattern = job.pattern;
    ELSE
        UPDATE c4i.look_back AS l SET after = upto WHERE l.system = job.system AND l.pattern = job.pattern;
    END IF;
    PERFORM c4i.wake_reader();
    RETURN seen + 1;
END $$;
RESET ROLE;
