-- Publish and subscribe: a message without destinations goes to whoever subscribes to its topic.
--
--   c4i.publish ──▶ publication ──▶ route_publications ──▶ outbox (destinations fixed) ──▶ as any other row
--                                    ▲
--   announcements ──▶ subscriber ────┘          nobody for a while ──▶ outbox row for NOBODY, rejected with GW-314
--
-- Only the active bridge routes, and it does so under the lock that the register of subscribers takes as well. Hence each
-- publication is routed either before a subscription is recorded or after it, whatever the transaction of its publisher does:
-- behind it the subscriber is a destination, before it the look-back of the subscription finds the row. Advisory lock
-- (6501481, 6), transaction.
--
-- C4030 a required argument is null or not allowed      C4031 there is no such subscriber
SET LOCAL ROLE c4i_owner;

-- What was published and not routed yet. Rows stay for milliseconds; those that nobody subscribes to are put aside for a while.
CREATE TABLE c4i.publication (
    sequence   bigint      PRIMARY KEY CHECK (sequence > 0),
    created_at timestamptz NOT NULL CHECK (isfinite(created_at)),
    expires_at timestamptz,
    topic_id   text        NOT NULL,
    precedence smallint    NOT NULL CHECK (precedence BETWEEN 0 AND 3),
    label      text        NOT NULL,
    subject    text        NOT NULL,
    payload    bytea       NOT NULL,
    aside      boolean     NOT NULL DEFAULT false
);
ALTER TABLE c4i.publication ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX publication_routing ON c4i.publication (precedence, sequence) WHERE NOT aside;
CREATE INDEX publication_aside ON c4i.publication (created_at) WHERE aside;
COMMENT ON TABLE c4i.publication IS 'Published messages whose destinations are not fixed yet; written through c4i.publish only.';
COMMENT ON COLUMN c4i.publication.aside IS 'Nobody subscribed when it was looked at; it waits for a subscriber, or for its end.';

ALTER TABLE c4i.outbox ADD COLUMN published_as bigint;
CREATE INDEX outbox_published ON c4i.outbox (published_as) WHERE published_as IS NOT NULL;
COMMENT ON COLUMN c4i.outbox.published_as IS
    'Number given by c4i.publish; that of the first row when this one repeats it for a subscriber that looks back. Null: submitted.';

-- NOBODY stands for the destinations of what nobody subscribed to, so it is none.
CREATE OR REPLACE FUNCTION c4i.checked_destinations(destinations text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    destination text;
    checked     text[] := '{}';
BEGIN
    IF destinations IS NULL OR cardinality(destinations) = 0 OR cardinality(destinations) > 256 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4002',
            MESSAGE = 'a message needs 1 to 256 destinations, not ' || coalesce(cardinality(destinations), 0),
            HINT = 'Pass the names of the receiving systems, for example ARRAY[''CORPS-1''].';
    END IF;
    FOREACH destination IN ARRAY destinations LOOP
        IF destination IS NULL OR destination = 'NOBODY' OR destination COLLATE "C" !~ '^[A-Z0-9][A-Z0-9._-]{0,31}$' THEN
            RAISE EXCEPTION USING ERRCODE = 'C4003',
                MESSAGE = 'not a system name: ' || coalesce(quote_literal(left(destination, 64)), 'NULL'),
                HINT = 'A name has 1 to 32 of A-Z 0-9 . _ - and begins with a letter or digit; NOBODY is none.';
        END IF;
        IF destination <> ALL (checked) THEN
            checked := checked || destination;
        END IF;
    END LOOP;
    RETURN checked;
END $$;

-- Who subscribes to what. Kept while a subscriber is away: it has a claim until it says otherwise or an operator retires it.
CREATE TABLE c4i.subscriber (
    system         text        NOT NULL CHECK (system COLLATE "C" ~ '^[A-Z0-9][A-Z0-9._-]{0,31}$' AND system <> 'NOBODY'),
    pattern        text        NOT NULL CHECK (pattern COLLATE "C" ~ '^(class:[A-Z]{1,32}|[A-Za-z0-9._*-]{1,64})$'),
    transport      text        NOT NULL,
    look_back      interval    NOT NULL DEFAULT '0',
    since          timestamptz NOT NULL DEFAULT now(),
    last_seen      timestamptz,
    retired        timestamptz,
    retired_by     text,
    retired_reason text,
    PRIMARY KEY (system, pattern)
);
COMMENT ON TABLE c4i.subscriber IS 'Subscriptions of other systems, as their nodes announce them.';
COMMENT ON COLUMN c4i.subscriber.pattern IS 'A topic id, with * for any characters; or class: and a traffic class.';
COMMENT ON COLUMN c4i.subscriber.transport IS 'Where it was announced: jms or dds; operator when added by hand.';
COMMENT ON COLUMN c4i.subscriber.last_seen IS 'Last announcement; null when added by hand and never announced.';
COMMENT ON COLUMN c4i.subscriber.retired IS 'Since then it gets nothing that is published.';

-- Traffic classes of the topics of this node, for patterns that name a class.
CREATE TABLE c4i.topic_class (topic_id text PRIMARY KEY, traffic_class text NOT NULL);

-- What a new subscription looks back to and has not been copied yet.
CREATE TABLE c4i.look_back (
    system   text        NOT NULL,
    pattern  text        NOT NULL,
    after    bigint      NOT NULL,
    last     bigint      NOT NULL,
    earliest timestamptz NOT NULL,
    PRIMARY KEY (system, pattern)
);
COMMENT ON COLUMN c4i.look_back.after IS 'Publications up to this number are looked at.';
COMMENT ON COLUMN c4i.look_back.last IS 'Newest publication when the subscription was recorded.';

CREATE FUNCTION c4i.wants(pattern text, topic_id text) RETURNS boolean
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN pattern LIKE 'class:%'
        THEN EXISTS (SELECT FROM c4i.topic_class AS t WHERE t.topic_id = wants.topic_id AND t.traffic_class = substr(pattern, 7))
        ELSE wants.topic_id ~ ('^' || replace(replace(pattern, '.', '\.'), '*', '.*') || '$') END
$$;

-- The last word on durability is said at the commit, as for c4i.submit.
CREATE CONSTRAINT TRIGGER publication_durable AFTER INSERT ON c4i.publication
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION c4i.commit_durably();

CREATE FUNCTION c4i.publish(
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
    PERFORM c4i.wake_reader();
    RETURN given;
END $$;
COMMENT ON FUNCTION c4i.publish IS
    'Publishes one message to whoever subscribes to its topic and returns its sequence number. It is accepted when the transaction commits.';

CREATE FUNCTION c4i.publish_text(
    topic_id text, precedence integer, payload text,
    expires_at timestamptz DEFAULT NULL, label text DEFAULT '', subject text DEFAULT '') RETURNS bigint
LANGUAGE sql
AS $$ SELECT c4i.publish(topic_id, precedence, convert_to(payload, 'UTF8'), expires_at, label, subject) $$;
COMMENT ON FUNCTION c4i.publish_text IS 'c4i.publish for a payload of type text, stored as UTF-8.';

-- Fixes the destinations of at most so many publications, most urgent first: each leaves the one table and enters the other in
-- this transaction, with a transaction id that readers have not passed. Returns how many it looked at; 0 when there are no more.
CREATE FUNCTION c4i.route_publications(expected bigint, at_most integer) RETURNS integer
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
        UPDATE c4i.publication AS p SET aside = true FROM due AS d JOIN wanted AS w USING (topic_id)
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

-- Ends publications that nobody subscribed to for so long, and those whose validity is over: rows of the outbox for NOBODY, with
-- their final state. Their bytes stay there as long as those of other rows, for subscribers that look back. NOBODY is read by no
-- sender, so its reading position goes along. Returns how many it ended.
CREATE FUNCTION c4i.end_unclaimed(expected bigint, patience interval, at_most integer) RETURNS integer
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
            WHERE a.aside AND (a.created_at <= clock_timestamp() - patience OR a.expires_at <= clock_timestamp())
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

-- What of the past a pattern that was just recorded gets: copied later, in steps, so that nothing waits for it.
CREATE FUNCTION c4i.look_back_from(system text, pattern text, look_back interval) RETURNS void
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO c4i.look_back AS l (system, pattern, after, last, earliest)
    SELECT system, pattern, 0, newest.published_as, now() - look_back
    FROM (SELECT o.published_as FROM c4i.outbox AS o WHERE o.published_as IS NOT NULL ORDER BY o.published_as DESC LIMIT 1) AS newest
    WHERE look_back > interval '0'
    ON CONFLICT DO NOTHING
$$;

-- Copies what one subscription looks back to, from at most so many publications: new rows for that system alone, under new
-- numbers, created when the first one was. What the system was a destination of already, or has a copy of, is left out. Returns how
-- many publications it looked at; 0 when there is nothing to do.
CREATE FUNCTION c4i.copy_look_back(expected bigint, at_most integer) RETURNS integer
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
    SELECT * INTO job FROM c4i.look_back AS l ORDER BY l.system, l.pattern LIMIT 1;
    IF job.system IS NULL THEN
        RETURN 0;
    END IF;
    SELECT count(*), max(w.published_as) INTO seen, upto
    FROM (SELECT o.published_as FROM c4i.outbox AS o
          WHERE o.published_as > job.after AND o.published_as <= job.last ORDER BY o.published_as LIMIT at_most) AS w;
    INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
        payload_size, payload, published_as)
    SELECT nextval('c4i.outbox_sequence'), pg_current_xact_id(), w.created_at, w.expires_at, w.topic_id, w.precedence,
        ARRAY[job.system], w.label, w.subject, w.payload_size, w.payload, w.published_as
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

-- What waits for a subscriber and is wanted now is routed with the next turn.
CREATE FUNCTION c4i.reconsider_publications() RETURNS void
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
    UPDATE c4i.publication AS p SET aside = false
    WHERE p.aside AND EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.retired IS NULL AND c4i.wants(s.pattern, p.topic_id))
$$;

-- Records all subscriptions that a node announces, instead of what it announced before. A retired system stays retired. Returns
-- how many are new.
CREATE FUNCTION c4i.record_subscriptions(expected bigint, system text, transport text, patterns text[], look_back_seconds bigint[])
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
    DELETE FROM c4i.subscriber AS s WHERE s.system = system AND s.pattern <> ALL (patterns) AND s.retired IS NULL;
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

-- Replaces the traffic classes of topics by those of the node's catalogue.
CREATE FUNCTION c4i.record_topics(expected bigint, topic_ids text[], traffic_classes text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.fence(expected);
    PERFORM pg_advisory_xact_lock(6501481, 6);
    DELETE FROM c4i.topic_class AS t WHERE t.topic_id <> ALL (topic_ids);
    INSERT INTO c4i.topic_class AS t (topic_id, traffic_class) SELECT * FROM unnest(topic_ids, traffic_classes)
    ON CONFLICT (topic_id) DO UPDATE SET traffic_class = excluded.traffic_class
        WHERE t.traffic_class <> excluded.traffic_class;
END $$;

-- Operators: a subscriber before its node was ever heard of.
CREATE FUNCTION c4i.add_subscriber(system text, pattern text, look_back interval DEFAULT '0') RETURNS void
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
    END IF;
END $$;

-- Nothing that is published goes to the system any more, also not what waits for it: that ends as rejected with GW-316. Rows
-- submitted to it by name are not concerned. What a bridge has in memory may still arrive. Returns how many rows it ended.
CREATE FUNCTION c4i.retire_subscriber(retiree text, actor text, reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    ended bigint;
BEGIN
    IF retiree IS NULL OR coalesce(actor, '') = '' OR coalesce(reason, '') = '' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4030', MESSAGE = 'system, actor and reason must not be empty';
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 6);
    UPDATE c4i.subscriber AS s SET retired = now(), retired_by = left(actor, 64), retired_reason = left(reason, 500)
    WHERE s.system = retiree AND s.retired IS NULL;
    IF NOT FOUND AND NOT EXISTS (SELECT FROM c4i.subscriber AS s WHERE s.system = retiree) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4031', MESSAGE = 'there is no subscriber ' || retiree;
    END IF;
    DELETE FROM c4i.look_back AS l WHERE l.system = retiree;
    WITH final AS (
        INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
        SELECT o.sequence, o.created_at, retiree, 'rejected', 'GW-316', 'retired by ' || left(actor, 64) || ': ' || left(reason, 500)
        FROM c4i.outbox AS o
        WHERE o.published_as IS NOT NULL AND retiree = ANY (o.destinations) AND NOT EXISTS (SELECT FROM c4i.delivery AS v
            WHERE v.sequence = o.sequence AND v.destination = retiree AND v.created_at = o.created_at)
        ON CONFLICT DO NOTHING RETURNING sequence)
    SELECT count(*) INTO ended FROM final;
    IF ended > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (retiree, 'rejected', ended);
    END IF;
    RETURN ended;
END $$;

-- Takes a retirement back. The system gets what is published from now on.
CREATE FUNCTION c4i.restore_subscriber(retiree text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(6501481, 6);
    UPDATE c4i.subscriber AS s SET retired = NULL, retired_by = NULL, retired_reason = NULL, since = now()
    WHERE s.system = retiree AND s.retired IS NOT NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'C4031', MESSAGE = 'there is no retired subscriber ' || coalesce(retiree, 'null');
    END IF;
    PERFORM c4i.reconsider_publications();
END $$;

CREATE VIEW c4i.publication_status AS
SELECT p.sequence, p.created_at, p.topic_id, p.precedence, CASE WHEN p.aside THEN 'unclaimed' ELSE 'waiting' END AS state,
       '{}'::text[] AS destinations
FROM c4i.publication AS p
UNION ALL
SELECT o.published_as, o.created_at, o.topic_id, o.precedence,
       CASE WHEN o.destinations = '{NOBODY}' THEN 'nobody' WHEN o.sequence = o.published_as THEN 'routed' ELSE 'looked-back' END,
       o.destinations
FROM c4i.outbox AS o WHERE o.published_as IS NOT NULL;
COMMENT ON VIEW c4i.publication_status IS
    'Where each published message went: waiting, unclaimed (no subscriber yet), routed, nobody, looked-back (a repetition for one subscriber).';

-- A repetition has a new number and an old instant, so it is left out where numbers stand for instants.
CREATE OR REPLACE FUNCTION c4i.outbox_at(instant timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    low   bigint := 0;
    high  bigint := coalesce((SELECT o.sequence FROM c4i.outbox AS o ORDER BY o.sequence DESC LIMIT 1), 0);
    probe record;
BEGIN
    WHILE low < high LOOP
        SELECT o.sequence, o.created_at AS at INTO probe FROM c4i.outbox AS o
        WHERE o.sequence <= low + (high - low + 1) / 2 AND (o.published_as IS NULL OR o.published_as = o.sequence)
        ORDER BY o.sequence DESC LIMIT 1;
        IF probe.sequence IS NULL OR probe.at <= instant THEN
            low := low + (high - low + 1) / 2;
        ELSE
            high := probe.sequence - 1;
        END IF;
    END LOOP;
    RETURN low;
END $$;

REVOKE ALL ON FUNCTION c4i.wants, c4i.publish, c4i.publish_text, c4i.route_publications, c4i.end_unclaimed, c4i.look_back_from,
    c4i.copy_look_back, c4i.reconsider_publications, c4i.record_subscriptions, c4i.record_topics, c4i.add_subscriber,
    c4i.retire_subscriber, c4i.restore_subscriber FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.publish, c4i.publish_text TO c4i_app;
GRANT SELECT ON c4i.publication_status, c4i.subscriber TO c4i_app, c4i_bridge, c4i_console;
GRANT EXECUTE ON FUNCTION c4i.route_publications, c4i.end_unclaimed, c4i.copy_look_back, c4i.record_subscriptions,
    c4i.record_topics TO c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.add_subscriber, c4i.retire_subscriber, c4i.restore_subscriber TO c4i_console;
RESET ROLE;
