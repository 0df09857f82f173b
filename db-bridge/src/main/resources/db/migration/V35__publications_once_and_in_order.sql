-- What is published reaches subscribers in order and once, and has as long to find one as is said.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.publication ADD COLUMN aside_since timestamptz;
COMMENT ON COLUMN c4i.publication.aside_since IS 'When no subscriber was found for it; the time to wait for one begins then.';

-- As before, and notes since when nobody wants it.
CREATE OR REPLACE FUNCTION c4i.route_publications(expected bigint, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    seen   integer;
    routed integer;
BEGIN
    IF NOT EXISTS (SELECT FROM c4i.publication AS p WHERE NOT p.aside) THEN
        RETURN 0;
    END IF;
    PERFORM c4i.fence(expected);
    PERFORM pg_advisory_xact_lock(6501481, 6);
    WITH due AS MATERIALIZED (
        SELECT p.sequence, p.topic_id FROM c4i.publication AS p
        WHERE NOT p.aside ORDER BY p.precedence, p.sequence LIMIT at_most),
    wanted AS MATERIALIZED (
        SELECT t.topic_id, ARRAY(SELECT DISTINCT s.system FROM c4i.subscriber AS s
            WHERE s.retired IS NULL AND c4i.wants(s.pattern, t.topic_id) ORDER BY s.system) AS systems
        FROM (SELECT DISTINCT d.topic_id FROM due AS d) AS t),
    taken AS (
        DELETE FROM c4i.publication AS p USING due AS d JOIN wanted AS w USING (topic_id)
        WHERE p.sequence = d.sequence AND w.systems <> '{}'
        RETURNING p.*, w.systems),
    unclaimed AS (
        UPDATE c4i.publication AS p SET aside = true, aside_since = clock_timestamp() FROM due AS d JOIN wanted AS w USING (topic_id)
        WHERE p.sequence = d.sequence AND w.systems = '{}'),
    fixed AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload, published_as)
        SELECT t.sequence, pg_current_xact_id(), t.created_at, t.expires_at, t.topic_id, t.precedence, t.systems, t.label,
            t.subject, octet_length(t.payload), t.payload, t.sequence
        FROM taken AS t RETURNING sequence)
    SELECT (SELECT count(*) FROM due), (SELECT count(*) FROM fixed) INTO seen, routed;
    IF routed > 0 THEN
        PERFORM c4i.wake_reader();
    END IF;
    RETURN seen;
END $$;

-- As before. The time counts from when it was put aside: it may have been published long before a node could look for subscribers.
CREATE OR REPLACE FUNCTION c4i.end_unclaimed(expected bigint, patience interval, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    ended integer;
BEGIN
    IF NOT EXISTS (SELECT FROM c4i.publication AS p WHERE p.aside) THEN
        RETURN 0;
    END IF;
    PERFORM c4i.fence(expected);
    PERFORM pg_advisory_xact_lock(6501481, 6);
    WITH due AS MATERIALIZED (
        DELETE FROM c4i.publication AS p WHERE p.sequence = ANY (ARRAY(
            SELECT a.sequence FROM c4i.publication AS a
            WHERE a.aside AND (coalesce(a.aside_since, a.created_at) <= clock_timestamp() - patience OR a.expires_at <= clock_timestamp())
            ORDER BY a.created_at LIMIT at_most))
        RETURNING p.*, p.expires_at <= clock_timestamp() AS expired),
    kept AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload, published_as)
        SELECT d.sequence, pg_current_xact_id(), d.created_at, d.expires_at, d.topic_id, d.precedence, '{NOBODY}', d.label,
            d.subject, octet_length(d.payload), d.payload, d.sequence
        FROM due AS d),
    final AS (
        INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
        SELECT d.sequence, d.created_at, 'NOBODY', CASE WHEN d.expired THEN 'expired' ELSE 'rejected' END,
            CASE WHEN d.expired THEN 'GW-304' ELSE 'GW-314' END, 'nobody subscribes to ' || d.topic_id
        FROM due AS d RETURNING state),
    summed AS (
        INSERT INTO c4i.ledger_entry (destination, state, n)
        SELECT 'NOBODY', f.state, count(*) FROM final AS f GROUP BY f.state)
    SELECT count(*) INTO ended FROM final;
    IF ended > 0 THEN
        INSERT INTO c4i.reader_position AS r (destination, precedence, token)
        SELECT 'NOBODY', u.urgency, pg_current_xact_id()::text || ':9223372036854775807:' FROM generate_series(0, 3) AS u (urgency)
        ON CONFLICT (destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now();
    END IF;
    RETURN ended;
END $$;

-- What waits for a subscriber and is wanted now is routed with the next turn, and so is what a subscriber looks back to.
CREATE OR REPLACE FUNCTION c4i.reconsider_publications() RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    UPDATE c4i.publication AS p SET aside = false, aside_since = NULL
    WHERE p.aside AND EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.retired IS NULL AND c4i.wants(s.pattern, p.topic_id));
    PERFORM c4i.wake_router();
END $$;

-- As before. A copy repeats the first row: if both sides copy again, after a restore for example, the receiver knows it. The pattern that
-- looks back the farthest goes first, so that none copies what is older than what another one has copied.
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

-- As before. What a retired system no longer announces goes as well, so that a restoration does not bring it back.
CREATE OR REPLACE FUNCTION c4i.record_subscriptions(expected bigint, system text, transport text, patterns text[], look_back_seconds bigint[])
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    added     integer;
    retiree   c4i.subscriber%ROWTYPE;
BEGIN
    PERFORM c4i.fence(expected);
    PERFORM pg_advisory_xact_lock(6501481, 6);
    SELECT * INTO retiree FROM c4i.subscriber AS s WHERE s.system = system AND s.retired IS NOT NULL LIMIT 1;
    DELETE FROM c4i.subscriber AS s WHERE s.system = system AND s.pattern <> ALL (patterns)
        AND (s.retired IS NULL OR patterns <> '{}');
    DELETE FROM c4i.look_back AS l WHERE l.system = system AND l.pattern <> ALL (patterns);
    UPDATE c4i.subscriber AS s SET transport = transport, last_seen = now(), look_back = a.look_back
    FROM (SELECT w.pattern, make_interval(secs => w.seconds) AS look_back
          FROM unnest(patterns, look_back_seconds) AS w (pattern, seconds)) AS a
    WHERE s.system = system AND s.pattern = a.pattern;
    WITH fresh AS (
        INSERT INTO c4i.subscriber AS s (system, pattern, transport, look_back, last_seen, retired, retired_by, retired_reason)
        SELECT system, w.pattern, transport, make_interval(secs => w.seconds), now(), retiree.retired, retiree.retired_by,
            retiree.retired_reason
        FROM unnest(patterns, look_back_seconds) AS w (pattern, seconds)
        ON CONFLICT DO NOTHING
        RETURNING s.pattern, s.look_back, s.retired)
    SELECT count(*), count(c4i.look_back_from(system, f.pattern, f.look_back)) FILTER (WHERE f.retired IS NULL)
    INTO added FROM fresh AS f;
    PERFORM c4i.reconsider_publications();
    RETURN added;
END $$;

-- As before, and says when it cannot look back.
CREATE OR REPLACE FUNCTION c4i.add_subscriber(system text, pattern text, look_back interval DEFAULT '0') RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
BEGIN
    IF system IS NULL OR pattern IS NULL OR look_back IS NULL OR look_back < interval '0' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = 'system, pattern and look_back must not be null, look_back not negative';
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 6);
    IF EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.system = system AND s.retired IS NOT NULL) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = system || ' is retired', HINT = 'Restore it first.';
    END IF;
    INSERT INTO c4i.subscriber AS s (system, pattern, transport, look_back) VALUES (system, pattern, 'operator', look_back)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
        PERFORM c4i.look_back_from(system, pattern, look_back);
        PERFORM c4i.reconsider_publications();
    ELSIF look_back > interval '0' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030',
            MESSAGE = system || ' subscribes to ' || pattern || ' already; only a new subscription looks back',
            HINT = 'Enter another pattern for the same topics with this look-back.';
    END IF;
END $$;
RESET ROLE;
