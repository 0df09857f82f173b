-- Copies of all rows, and notes of what is removed, for runs in which retention removes rows before they are judged.
-- Everything is written in the transaction of the product that it is about.
CREATE SCHEMA kept;

-- The time of this database is later than that of the machine by the setting kept.days. Sessions that were there before
-- keep the functions that they know. The clocks of the server's processes stay right: their time limits depend on them.
CREATE FUNCTION pg_catalog.clock_timestamp_of_machine() RETURNS timestamptz
LANGUAGE internal VOLATILE PARALLEL SAFE
AS 'clock_timestamp';
CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz
LANGUAGE sql VOLATILE PARALLEL SAFE
AS $$ SELECT clock_timestamp_of_machine()
    + coalesce(nullif(current_setting('kept.days', true), ''), '0')::integer * interval '24 hours' $$;
CREATE OR REPLACE FUNCTION pg_catalog.now() RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT transaction_timestamp()
    + coalesce(nullif(current_setting('kept.days', true), ''), '0')::integer * interval '24 hours' $$;

CREATE TABLE kept.outbox AS
SELECT sequence, created_at, expires_at, topic_id, precedence, destinations, label, subject, ''::text AS digest
FROM c4i.outbox WITH NO DATA;
CREATE INDEX ON kept.outbox (sequence);
CREATE INDEX ON kept.outbox (created_at);

CREATE TABLE kept.delivery AS SELECT * FROM c4i.delivery WITH NO DATA;
CREATE INDEX ON kept.delivery (sequence, destination);

CREATE TABLE kept.inbox AS
SELECT received_id, received_at, origin_system, origin_sequence, topic_id, precedence, created_at, expires_at, label, subject,
    ''::text AS digest
FROM c4i.inbox WITH NO DATA;
CREATE INDEX ON kept.inbox (origin_system, origin_sequence);
CREATE INDEX ON kept.inbox (received_id);
CREATE INDEX ON kept.inbox (received_at);

CREATE TABLE kept.removal (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    what       text   NOT NULL,
    removed_on date   NOT NULL,
    newest     date   NOT NULL,
    rows       bigint NOT NULL,
    pending    bigint NOT NULL
);

CREATE FUNCTION kept.day(at timestamptz) RETURNS date
LANGUAGE sql IMMUTABLE
AS $$ SELECT (at AT TIME ZONE 'UTC')::date $$;

CREATE FUNCTION kept.keep_outbox() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO kept.outbox
    SELECT sequence, created_at, expires_at, topic_id, precedence, destinations, label, subject, md5(payload) FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER kept AFTER INSERT ON c4i.outbox REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION kept.keep_outbox();

CREATE FUNCTION kept.keep_delivery() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO kept.delivery SELECT * FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER kept AFTER INSERT ON c4i.delivery REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION kept.keep_delivery();

CREATE FUNCTION kept.keep_inbox() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO kept.inbox
    SELECT received_id, received_at, origin_system, origin_sequence, topic_id, precedence, created_at, expires_at, label, subject,
        md5(payload)
    FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER kept AFTER INSERT ON c4i.inbox REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION kept.keep_inbox();

CREATE FUNCTION kept.note_identities() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO kept.removal (what, removed_on, newest, rows, pending)
    SELECT 'identities', c4i.today(), kept.day(max(received_at)), count(*), 0 FROM gone HAVING count(*) > 0;
    RETURN NULL;
END $$;
CREATE TRIGGER kept AFTER DELETE ON c4i.inbox_key REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION kept.note_identities();

CREATE FUNCTION kept.note_dead_letters() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO kept.removal (what, removed_on, newest, rows, pending)
    SELECT 'dead letters', c4i.today(), kept.day(max(at)), count(*), 0 FROM gone HAVING count(*) > 0;
    RETURN NULL;
END $$;
CREATE TRIGGER kept AFTER DELETE ON c4i.dead_letter REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION kept.note_dead_letters();

-- The rows of a dropped partition are gone when this runs; their copies are not.
CREATE FUNCTION kept.note_drop() RETURNS event_trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    partition text;
    first     timestamptz;
    after     timestamptz;
BEGIN
    FOR partition IN SELECT object_name FROM pg_event_trigger_dropped_objects()
        WHERE object_type = 'table' AND schema_name = 'c4i' AND object_name ~ '^(outbox|inbox)_[0-9]{8}$'
    LOOP
        first := to_date(right(partition, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC';
        after := first + interval '24 hours';
        IF partition LIKE 'inbox%' THEN
            INSERT INTO kept.removal (what, removed_on, newest, rows, pending)
            SELECT 'inbox', c4i.today(), kept.day(first), count(*), 0
            FROM kept.inbox AS i WHERE i.received_at >= first AND i.received_at < after;
        ELSE
            INSERT INTO kept.removal (what, removed_on, newest, rows, pending)
            SELECT 'outbox', c4i.today(), kept.day(first), count(*), coalesce(sum((
                SELECT count(*) FROM unnest(o.destinations) AS d (destination) WHERE NOT EXISTS (
                    SELECT FROM kept.delivery AS v WHERE v.sequence = o.sequence AND v.destination = d.destination))), 0)
            FROM kept.outbox AS o WHERE o.created_at >= first AND o.created_at < after;
        END IF;
    END LOOP;
END $$;
CREATE EVENT TRIGGER kept ON sql_drop EXECUTE FUNCTION kept.note_drop();

-- Rows that are gone although their day was not dropped.
CREATE FUNCTION kept.lacking() RETURNS TABLE (what text, rows bigint)
LANGUAGE sql STABLE
AS $$
    WITH dropped AS (SELECT r.what, r.newest AS day FROM kept.removal AS r)
    SELECT 'outbox', count(*) FROM kept.outbox AS k
    WHERE NOT EXISTS (SELECT FROM dropped AS d WHERE d.what = 'outbox' AND d.day = kept.day(k.created_at))
        AND NOT EXISTS (SELECT FROM c4i.outbox AS o WHERE o.sequence = k.sequence AND o.created_at = k.created_at)
    UNION ALL
    SELECT 'delivery', count(*) FROM kept.delivery AS k
    WHERE NOT EXISTS (SELECT FROM dropped AS d WHERE d.what = 'outbox' AND d.day = kept.day(k.created_at))
        AND NOT EXISTS (SELECT FROM c4i.delivery AS o WHERE o.sequence = k.sequence AND o.created_at = k.created_at
            AND o.destination = k.destination)
    UNION ALL
    SELECT 'inbox', count(*) FROM kept.inbox AS k
    WHERE NOT EXISTS (SELECT FROM dropped AS d WHERE d.what = 'inbox' AND d.day = kept.day(k.received_at))
        AND NOT EXISTS (SELECT FROM c4i.inbox AS o WHERE o.received_id = k.received_id AND o.received_at = k.received_at)
$$;
