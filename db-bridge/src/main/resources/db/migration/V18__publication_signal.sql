-- What is published wakes the thread that routes it, and no longer the readers of the outbox: those have nothing to read before it is
-- routed. As with the readers, nothing is sent while the thread polls anyway: it holds the advisory lock (6501481, 7) then.
SET LOCAL ROLE c4i_owner;

CREATE FUNCTION c4i.wake_router() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF current_setting('c4i.notify', true) = 'off' THEN
        RETURN;
    END IF;
    IF pg_try_advisory_lock_shared(6501481, 7) AND pg_advisory_unlock_shared(6501481, 7) THEN
        PERFORM pg_notify('c4i_publication', '');
    END IF;
END $$;

CREATE OR REPLACE FUNCTION c4i.publish(
    topic_id text, precedence integer, payload bytea,
    expires_at timestamptz DEFAULT NULL, label text DEFAULT '', subject text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    given bigint;
BEGIN
    PERFORM c4i.check_message(topic_id, precedence, payload, label, subject);
    PERFORM c4i.require_durable_commit();
    INSERT INTO c4i.publication AS p (sequence, created_at, expires_at, topic_id, precedence, label, subject, payload)
    VALUES (nextval('c4i.outbox_sequence'), clock_timestamp(), expires_at, topic_id, precedence, coalesce(label, ''),
        coalesce(subject, ''), payload)
    RETURNING p.sequence INTO given;
    PERFORM c4i.wake_router();
    RETURN given;
END $$;

-- What waits for a subscriber and is wanted now is routed with the next turn, and so is what a subscriber looks back to.
CREATE OR REPLACE FUNCTION c4i.reconsider_publications() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    UPDATE c4i.publication AS p SET aside = false
    WHERE p.aside AND EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.retired IS NULL AND c4i.wants(s.pattern, p.topic_id));
    PERFORM c4i.wake_router();
END $$;

-- How many messages wait to be routed or for a subscriber, and since when the oldest of each kind waits; no line for none.
CREATE VIEW c4i.publication_backlog AS
SELECT CASE WHEN p.aside THEN 'unclaimed' ELSE 'waiting' END AS state, count(*) AS rows, min(p.created_at) AS oldest
FROM c4i.publication AS p GROUP BY p.aside;
COMMENT ON VIEW c4i.publication_backlog IS
    'Published messages without destinations: waiting to be routed, or unclaimed because nobody subscribes to their topic.';

REVOKE ALL ON FUNCTION c4i.wake_router FROM PUBLIC;
GRANT SELECT ON c4i.publication_backlog TO c4i_app, c4i_bridge, c4i_console;
RESET ROLE;
