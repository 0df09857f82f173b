-- A restored database, or a standby that lagged, does not know the last rows that were taken from tables elsewhere. The table bridge read
-- them again and gave them new numbers, under which they arrived a second time; where it marks rows that it has taken, nobody named those
-- that were lost. Now it takes no row of such a table until an operator has compared and has told from where to go on.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.table_source (
    source      text PRIMARY KEY CHECK (length(source) <= 128),
    held_since  timestamptz,
    held_on     integer,
    released_at timestamptz,
    released_by text
);
COMMENT ON TABLE c4i.table_source IS 'Tables elsewhere from which the table bridge takes rows, and whether they are held after a restore.';
COMMENT ON COLUMN c4i.table_source.held_since IS 'No row is taken since then, until c4i.release_table is called; null when it is not held.';
COMMENT ON COLUMN c4i.table_source.held_on IS 'Timeline of the server when it was held last.';
INSERT INTO c4i.table_source (source)
SELECT l.source FROM c4i.table_look AS l UNION SELECT k.source FROM c4i.table_key AS k;

ALTER TABLE c4i.table_position ADD COLUMN floor bigint;
COMMENT ON COLUMN c4i.table_position.floor IS 'Outbound: rows with a watermark up to this one are not taken, whether their keys are known or not.';

ALTER TABLE c4i.node ADD COLUMN synchronous boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN c4i.node.synchronous IS
    'Whether commits waited for a standby when the table bridge last looked: then a failover has lost no row that it took.';

CREATE FUNCTION c4i.hold_tables() RETURNS void
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    UPDATE c4i.table_source AS t
    SET held_since = now(), held_on = c4i.present_timeline(), released_at = NULL, released_by = NULL;
$$;

-- Since when no row of a table elsewhere is taken; null when it is not held. Asked before each look at the table, which makes it known.
CREATE FUNCTION c4i.table_held_since(of_source text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    waits CONSTANT boolean := current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') NOT IN ('off', 'local');
BEGIN
    UPDATE c4i.node AS n SET synchronous = waits WHERE n.synchronous <> waits;
    IF NOT EXISTS (SELECT FROM c4i.table_source AS t WHERE t.source = of_source) THEN
        INSERT INTO c4i.table_source (source) VALUES (of_source) ON CONFLICT DO NOTHING;
    END IF;
    RETURN (SELECT t.held_since FROM c4i.table_source AS t WHERE t.source = of_source);
END $$;

-- Lets the table bridge take rows again after a restore. Those that were sent before, or are not to be sent, count as taken: all with a
-- watermark up to the given one, and those with these keys, as c4i.table_key has them.
--
-- C4025 the source is not held
CREATE FUNCTION c4i.release_table(of_source text, taken_up_to bigint, taken_keys text[] DEFAULT '{}') RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    UPDATE c4i.table_source AS t SET held_since = NULL, released_at = now(), released_by = session_user
    WHERE t.source = of_source AND t.held_since IS NOT NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'C4025', MESSAGE = 'table ' || coalesce(of_source, '') || ' is not held',
            HINT = 'SELECT source FROM c4i.table_source WHERE held_since IS NOT NULL';
    END IF;
    IF taken_up_to IS NOT NULL THEN
        INSERT INTO c4i.table_position AS p (source, position, floor) VALUES (of_source, taken_up_to, taken_up_to)
        ON CONFLICT (source) DO UPDATE SET position = EXCLUDED.position, floor = EXCLUDED.floor, at = now();
    END IF;
    INSERT INTO c4i.table_key AS k (source, key) SELECT DISTINCT of_source, t.key FROM unnest(taken_keys) AS t (key)
    ON CONFLICT (source, key) DO UPDATE SET taken = true, seen_at = now();
END $$;
COMMENT ON FUNCTION c4i.release_table IS
    'Lets the table bridge take rows of a table elsewhere again after a restore, except those that count as taken.';

-- What after_restore did before, and what a crash or a failover without loss may need as well. Rows of the future are a sign of a restore.
CREATE FUNCTION c4i.recover_reading() RETURNS bigint
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
    PERFORM c4i.move_numbers();
    PERFORM c4i.continue_at_clock('c4i.inbox_sequence');
    RETURN stamped;
END $$;

CREATE OR REPLACE FUNCTION c4i.after_restore() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.hold_tables();
    RETURN c4i.recover_reading();
END $$;

-- As before. Tables elsewhere are held, unless commits waited for a standby, or after_restore has been called since.
CREATE OR REPLACE FUNCTION c4i.claim_node(name text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    known c4i.node%ROWTYPE;
    now_on CONSTANT integer := c4i.present_timeline();
BEGIN
    INSERT INTO c4i.node (system_name, timeline) VALUES (name, now_on) ON CONFLICT DO NOTHING;
    SELECT * INTO known FROM c4i.node;
    IF known.timeline <> now_on AND known.system_name = name THEN
        PERFORM c4i.recover_reading();
        IF NOT known.synchronous AND NOT EXISTS (
            SELECT FROM c4i.table_source AS t WHERE t.held_on = now_on AND
                coalesce(t.held_since, t.released_at) >= known.changed_at) THEN
            PERFORM c4i.hold_tables();
        END IF;
        UPDATE c4i.node SET timeline = now_on, changed_at = now();
    END IF;
    RETURN known.system_name;
END $$;

REVOKE ALL ON FUNCTION c4i.hold_tables, c4i.table_held_since, c4i.release_table, c4i.recover_reading FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.table_held_since, c4i.recover_reading TO c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.release_table TO c4i_console;
GRANT SELECT ON c4i.table_source TO c4i_bridge, c4i_console;
RESET ROLE;
