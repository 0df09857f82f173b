-- Whether commits waited for a standby says whether a failover may have lost rows that the table bridge took. The bridge looked at the
-- server that took over, where no standby was yet, before the node had noticed the failover. It noted there that no commit had waited, and
-- tables were held that had lost nothing. The note is one of the timeline that the node knows.
SET LOCAL ROLE c4i_owner;

-- As before, but for the timeline.
CREATE OR REPLACE FUNCTION c4i.table_held_since(of_source text) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    waits CONSTANT boolean := current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') NOT IN ('off', 'local');
BEGIN
    UPDATE c4i.node AS n SET synchronous = waits WHERE n.synchronous <> waits AND n.timeline = c4i.present_timeline();
    IF NOT EXISTS (SELECT FROM c4i.table_source AS t WHERE t.source = of_source) THEN
        INSERT INTO c4i.table_source (source) VALUES (of_source) ON CONFLICT DO NOTHING;
    END IF;
    RETURN (SELECT t.held_since FROM c4i.table_source AS t WHERE t.source = of_source);
END $$;
RESET ROLE;
