-- A standby that lagged when it was promoted does not know the last numbers of the outbox. They were given again until the node was
-- active and moved the sequence on. A receipt names a number only: one of the lost row, still on its way, counted for the new row, which
-- ended as delivered and was not there. So whatever gives a number looks first whether the server has changed its timeline since numbers
-- were moved the last time, and moves them. What else a failover needs is left to the node (c4i.claim_node).
SET LOCAL ROLE c4i_owner;

-- Changed outside transactions, as numbers are: who comes next sees it, also while the transaction that moved them is open.
CREATE SEQUENCE c4i.numbered_timeline AS bigint MINVALUE 0;
COMMENT ON SEQUENCE c4i.numbered_timeline IS 'Timeline of the server when numbers of the outbox were last moved to the clock, in last_value.';

-- The first eight digits of a WAL file's name; the control file is late after a promotion.
CREATE FUNCTION c4i.present_timeline() RETURNS integer
LANGUAGE sql
AS $$ SELECT ('x' || pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8))::bit(32)::integer $$;

-- Moves the numbers of the outbox to the clock, one session after the other: two at once could move them back. A lock of the session,
-- because one of the transaction would make others wait for its end; advisory lock (6501481, 9).
CREATE FUNCTION c4i.move_numbers() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM pg_advisory_lock(6501481, 9);
    PERFORM c4i.continue_at_clock('c4i.outbox_sequence');
    PERFORM setval('c4i.numbered_timeline', c4i.present_timeline());
    PERFORM pg_advisory_unlock(6501481, 9);
EXCEPTION WHEN OTHERS OR query_canceled THEN
    PERFORM pg_advisory_unlock(6501481, 9);
    RAISE;
END $$;

-- As before, and after a failover: no number that a reader may have seen is given again.
CREATE OR REPLACE FUNCTION c4i.require_durable_commit() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'local', true);
    END IF;
    IF (SELECT n.last_value FROM c4i.numbered_timeline AS n) <> c4i.present_timeline() THEN
        PERFORM c4i.move_numbers();
    END IF;
END $$;

CREATE OR REPLACE FUNCTION c4i.after_restore() RETURNS bigint
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
    PERFORM c4i.move_numbers();
    PERFORM c4i.continue_at_clock('c4i.inbox_sequence');
    RETURN stamped;
END $$;

-- What an upgrade finds: the timeline that the node saw last, so that a failover since then is noticed.
SELECT setval('c4i.numbered_timeline', coalesce((SELECT n.timeline FROM c4i.node AS n), c4i.present_timeline()));

REVOKE ALL ON FUNCTION c4i.present_timeline, c4i.move_numbers FROM PUBLIC;
-- A node that starts asks how far numbers have come: rows up to there may have been sent before.
GRANT SELECT ON SEQUENCE c4i.outbox_sequence TO c4i_bridge;
RESET ROLE;
