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

-- As before, but it wakes what routes published messages. It woke the reader of the outbox, so that a batch waited for the next poll.
CREATE OR REPLACE FUNCTION c4i.publish_batch(
    topic_ids text[], precedences integer[], payloads bytea[],
    expires_at timestamptz[] DEFAULT NULL, labels text[] DEFAULT NULL, subjects text[] DEFAULT NULL) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    given bigint[];
    n     CONSTANT integer := cardinality(topic_ids);
BEGIN
    IF n IS NULL OR n = 0 OR n > 10000
        OR cardinality(precedences) IS DISTINCT FROM n OR cardinality(payloads) IS DISTINCT FROM n
        OR cardinality(publish_batch.expires_at) <> n OR cardinality(labels) <> n OR cardinality(subjects) <> n THEN
        RAISE EXCEPTION USING ERRCODE = 'C4007',
            MESSAGE = 'a batch needs arrays of one length, 1 to 10000',
            HINT = 'Pass NULL for an optional array as a whole, or an array with NULL elements.';
    END IF;
    PERFORM c4i.check_message(m.topic_id, m.precedence, m.payload, m.label, m.subject)
    FROM unnest(topic_ids, precedences, payloads, labels, subjects) AS m (topic_id, precedence, payload, label, subject);
    PERFORM c4i.require_durable_commit();
    WITH published AS (
        INSERT INTO c4i.publication (sequence, created_at, expires_at, topic_id, precedence, label, subject, payload)
        SELECT nextval('c4i.outbox_sequence'), clock_timestamp(), m.expires_at, m.topic_id, m.precedence,
            coalesce(m.label, ''), coalesce(m.subject, ''), m.payload
        FROM unnest(topic_ids, precedences, payloads, publish_batch.expires_at, labels, subjects)
            AS m (topic_id, precedence, payload, expires_at, label, subject)
        RETURNING sequence)
    SELECT array_agg(sequence ORDER BY sequence) INTO given FROM published;
    PERFORM c4i.wake_router();
    RETURN given;
END $$;

REVOKE ALL ON FUNCTION c4i.may_notify, c4i.tell_received FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.may_notify TO c4i_bridge;
RESET ROLE;
