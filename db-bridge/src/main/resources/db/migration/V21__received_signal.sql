-- Tells C4I servers that LISTEN on c4i_received that the inbox has new rows: once for each transaction of the node, without payload.
-- It is a hint and no more: PostgreSQL keeps it for nobody who is not connected. Who reads says LISTEN first, then reads on from his
-- last received_id until nothing is left, and then waits, with a time-out.
--
-- It fires for statements that name c4i.inbox, as the node's do, not when stray rows move from the default partition to their day.
-- Without a transition table, because that would copy every payload. PostgreSQL holds one lock for the whole cluster while it commits
-- what notifies: the transactions of one inbox follow each other anyway, those of several databases in one cluster now do as well.
SET LOCAL ROLE c4i_owner;

-- Whether a notification can be sent without harm. A session that listens and does not end its transaction keeps the queue of
-- notifications of the cluster from being emptied, and a full queue refuses every commit that notifies. So nothing is sent when it is
-- half full: polling and time-outs find the rows then.
CREATE FUNCTION c4i.may_notify() RETURNS boolean
LANGUAGE sql STABLE
AS $$
    SELECT pg_catalog.current_setting('c4i.notify', true) IS DISTINCT FROM 'off' AND pg_catalog.pg_notification_queue_usage() < 0.5
$$;

CREATE FUNCTION c4i.tell_received() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF c4i.may_notify() THEN
        PERFORM pg_notify('c4i_received', '');
    END IF;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION c4i.tell_received IS 'Notifies the channel c4i_received that the inbox has new rows.';

CREATE TRIGGER tell_received AFTER INSERT ON c4i.inbox FOR EACH STATEMENT EXECUTE FUNCTION c4i.tell_received();

CREATE OR REPLACE FUNCTION c4i.wake_reader() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF pg_try_advisory_lock_shared(6501481, 2) AND pg_advisory_unlock_shared(6501481, 2) AND c4i.may_notify() THEN
        PERFORM pg_notify('c4i_outbox', '');
    END IF;
END $$;

CREATE OR REPLACE FUNCTION c4i.wake_router() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF pg_try_advisory_lock_shared(6501481, 7) AND pg_advisory_unlock_shared(6501481, 7) AND c4i.may_notify() THEN
        PERFORM pg_notify('c4i_publication', '');
    END IF;
END $$;

REVOKE ALL ON FUNCTION c4i.may_notify, c4i.tell_received FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.may_notify TO c4i_bridge;
RESET ROLE;
