-- Replay: rows of the outbox are sent again as new rows, and dead letters of what arrived are put back before the inbox.
--
-- A row is repeated only for destinations that have not got it, and only once for each: what comes of the repetition is a row of its
-- own. The log of operators' actions is the link between the two.
--
-- C4040 nothing is chosen      C4041 an argument is out of range      C4013 not in a transaction of level READ COMMITTED
SET LOCAL ROLE c4i_owner;

CREATE INDEX operator_action_message ON c4i.operator_action (sequence, destination) WHERE action = 'replay';
CREATE INDEX operator_action_repetition ON c4i.operator_action (new_sequence) WHERE new_sequence IS NOT NULL;
COMMENT ON COLUMN c4i.operator_action.new_sequence IS 'Of a replay: the row of the outbox that repeats the message for the destination.';

CREATE FUNCTION c4i.check_topic_pattern(pattern text) RETURNS void
LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF pattern COLLATE "C" !~ '^(class:[A-Z]{1,32}|[A-Za-z0-9._*-]{1,64})$' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4041', MESSAGE = 'not a pattern of topics: ' || quote_literal(left(pattern, 80)),
            HINT = 'A topic id, with * for any characters; or class: and a traffic class.';
    END IF;
END $$;

-- What is done with a row for one destination. GW-308, GW-316, GW-405 and best effort: nobody knows whether it arrived.
CREATE FUNCTION c4i.replay_verdict(destination text, state text, code text, repeated boolean, lifeless boolean, over boolean,
    again boolean, expired boolean) RETURNS text
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE
        WHEN state IN ('unknown', 'pending') THEN state
        WHEN destination = 'NOBODY' THEN 'nobody'
        WHEN repeated THEN 'repeated'
        WHEN state IN ('delivered', 'superseded') AND NOT again THEN state
        WHEN (state = 'sent' OR coalesce(code, '') IN ('GW-308', 'GW-316', 'GW-405')) AND NOT again THEN 'uncertain'
        WHEN lifeless THEN 'lifeless'
        WHEN over AND NOT expired THEN 'expired'
        ELSE 'replay' END
$$;

-- Rows that the selection chooses, each with its destinations. What was delivered or sent is left out unless it is asked for, by
-- number or with "again". Of letters, numbers and times are those of the outbound dead letters.
CREATE FUNCTION c4i.replay_choice(ids bigint[], topic text, wanted text, since timestamptz, until timestamptz, code text,
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
    UNION ALL
    SELECT i, NULL, NULL, NULL, 'unknown', NULL, NULL, NULL
    FROM (SELECT DISTINCT n FROM unnest(ids) AS n) AS w (i) WHERE NOT EXISTS (SELECT FROM c4i.outbox AS o WHERE o.sequence = i);
END $$;

-- What c4i.replay would do: at most so many rows that it would repeat, in order, and as many that it would not, with the reason.
CREATE FUNCTION c4i.replay_plan(
    ids bigint[] DEFAULT NULL, topic text DEFAULT NULL, destination text DEFAULT NULL, since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL, code text DEFAULT NULL, letters boolean DEFAULT false, again boolean DEFAULT false,
    expired boolean DEFAULT false, at_most integer DEFAULT 1000)
RETURNS TABLE (message bigint, submitted_at timestamptz, topic_id text, receiver text, state text, state_code text, verdict text,
    repeated_by bigint, dead_letter bigint, of_verdict bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    IF ids IS NULL AND topic IS NULL AND destination IS NULL AND since IS NULL AND until IS NULL AND code IS NULL AND NOT letters THEN
        RAISE EXCEPTION USING ERRCODE = 'C4040', MESSAGE = 'nothing is chosen',
            HINT = 'Give ids, a topic, a destination, times, a code, or letters => true.';
    END IF;
    PERFORM c4i.check_topic_pattern(topic);
    IF coalesce(at_most, 0) NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4041', MESSAGE = 'at_most is 1 to 10000, not ' || coalesce(at_most::text, 'null');
    END IF;
    RETURN QUERY
    SELECT n.message, n.submitted_at, n.topic_id, n.destination, n.state, n.code_now, n.verdict, n.repeated_by, n.dead_letter, n.total
    FROM (SELECT j.*, count(*) OVER (PARTITION BY j.verdict) AS total,
                 row_number() OVER (PARTITION BY j.verdict = 'replay' ORDER BY j.message, j.destination) AS place
          FROM (SELECT c.*, a.new_sequence AS repeated_by,
                       c4i.replay_verdict(c.destination, c.state, c.code_now, a.new_sequence IS NOT NULL,
                           coalesce(c.expires_at <= c.submitted_at, false),
                           c.state = 'expired' OR coalesce(c.expires_at <= clock_timestamp(), false), again, expired) AS verdict
                FROM c4i.replay_choice(ids, topic, replay_plan.destination, since, until, code, letters, again) AS c
                    LEFT JOIN LATERAL (SELECT max(r.new_sequence) AS new_sequence FROM c4i.operator_action AS r
                        WHERE r.action = 'replay' AND r.sequence = c.message AND r.destination = c.destination) AS a ON true) AS j) AS n
    WHERE n.place <= at_most
    ORDER BY n.message, n.destination;
END $$;
COMMENT ON FUNCTION c4i.replay_plan IS
    'What c4i.replay would do: verdict "replay", or why not. of_verdict: how many rows have this verdict, listed or not.';

-- An older snapshot would not show what the replay before this one has done, whose lock it waits for.
CREATE FUNCTION c4i.begin_replay(actor text, reason text) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF coalesce(length(actor), 0) NOT BETWEEN 1 AND 64 OR coalesce(length(reason), 0) NOT BETWEEN 1 AND 500 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4041', MESSAGE = 'actor has 1 to 64 characters and reason 1 to 500';
    END IF;
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION USING ERRCODE = 'C4013', MESSAGE = 'a replay needs a transaction of level READ COMMITTED';
    END IF;
    PERFORM pg_advisory_xact_lock(6501481, 8);
    PERFORM c4i.require_durable_commit();
END $$;

-- Sends rows again, as new rows for those destinations that have not got them, in one transaction: all that the plan has now, or
-- none. When a row was valid for a time, its repetition is for as long from now. One replay at a time, so that two operators who
-- choose the same send it once; advisory lock (6501481, 8).
CREATE FUNCTION c4i.replay(
    actor text, reason text,
    ids bigint[] DEFAULT NULL, topic text DEFAULT NULL, destination text DEFAULT NULL, since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL, code text DEFAULT NULL, letters boolean DEFAULT false, again boolean DEFAULT false,
    expired boolean DEFAULT false, at_most integer DEFAULT 1000)
RETURNS TABLE (message bigint, submitted_at timestamptz, topic_id text, receiver text, state text, state_code text, verdict text,
    repeated_by bigint, dead_letter bigint, of_verdict bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    -- The transaction id first, the numbers after it.
    xact CONSTANT xid8 := pg_current_xact_id();
BEGIN
    PERFORM c4i.begin_replay(actor, reason);
    RETURN QUERY
    WITH plan AS MATERIALIZED (
        SELECT * FROM c4i.replay_plan(ids, topic, replay.destination, since, until, code, letters, again, expired, at_most)),
    numbered AS MATERIALIZED (
        SELECT d.message, d.submitted_at, d.receivers, nextval('c4i.outbox_sequence') AS given
        FROM (SELECT p.message, p.submitted_at, array_agg(p.receiver ORDER BY p.receiver) AS receivers FROM plan AS p
              WHERE p.verdict = 'replay' GROUP BY p.message, p.submitted_at ORDER BY p.message OFFSET 0) AS d),
    written AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload)
        SELECT n.given, xact, c.now, CASE WHEN isfinite(o.expires_at) THEN c.now + (o.expires_at - o.created_at) ELSE o.expires_at END,
            o.topic_id, o.precedence, n.receivers, o.label, o.subject, o.payload_size, o.payload
        FROM numbered AS n JOIN c4i.outbox AS o ON o.sequence = n.message AND o.created_at = n.submitted_at
            CROSS JOIN (SELECT clock_timestamp() AS now) AS c),
    logged AS (
        INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination, dead_letter, new_sequence)
        SELECT replay.actor, 'replay', replay.reason, p.message, p.receiver, p.dead_letter, n.given
        FROM plan AS p JOIN numbered AS n ON n.message = p.message WHERE p.verdict = 'replay')
    SELECT p.message, p.submitted_at, p.topic_id, p.receiver, p.state, p.state_code, p.verdict,
        CASE WHEN p.verdict = 'replay' THEN n.given ELSE p.repeated_by END, p.dead_letter, p.of_verdict
    FROM plan AS p LEFT JOIN numbered AS n ON n.message = p.message ORDER BY p.message, p.receiver;
    PERFORM c4i.wake_reader();
END $$;
COMMENT ON FUNCTION c4i.replay IS
    'Sends rows again for destinations that have not got them; returns the plan, with the number of the new row in repeated_by.';

-- Its work is done by c4i.replay.
DROP FUNCTION c4i.replay_dead_letter(bigint, text, text);

-- Dead letters of what arrived: what is around the payload, as far as it can be stored, so that the message can be made of it again.
ALTER TABLE c4i.dead_letter ADD COLUMN precedence smallint, ADD COLUMN destinations text[], ADD COLUMN created_at timestamptz,
    ADD COLUMN expires_at timestamptz, ADD COLUMN label text, ADD COLUMN subject text;
COMMENT ON COLUMN c4i.dead_letter.created_at IS
    'When its origin submitted it; null, as its neighbours: outbound, no message, or parked by an older release.';

-- Dead letters that operators have put back before the inbox. The node takes them one by one, judges them again and writes down how
-- that ended, after the inbox has committed. When it dies between the two, it finds the message in the inbox the next time.
CREATE TABLE c4i.readmission (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dead_letter bigint      NOT NULL,
    at          timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    result      text        CHECK (result IN ('received', 'there', 'refused')),
    code        text,
    detail      text        NOT NULL DEFAULT '',
    CHECK ((ended_at IS NULL) = (result IS NULL))
);
CREATE UNIQUE INDEX readmission_waiting ON c4i.readmission (dead_letter) WHERE ended_at IS NULL;
CREATE INDEX readmission_order ON c4i.readmission (id) WHERE ended_at IS NULL;
CREATE INDEX readmission_letter ON c4i.readmission (dead_letter, id);
COMMENT ON TABLE c4i.readmission IS 'Dead letters that operators have put back before the inbox, and how each ended; who and why: operator_action.';
COMMENT ON COLUMN c4i.readmission.result IS 'received: it is in the inbox; there: it was already; refused: see code and detail. Null: it waits.';
ALTER TABLE c4i.operator_action DROP CONSTRAINT operator_action_action_check,
    ADD CONSTRAINT operator_action_action_check CHECK (action IN ('replay', 'park', 'expire', 'reopen', 'readmit'));

-- What c4i.readmit would do: the same columns as those of c4i.replay_plan.
CREATE FUNCTION c4i.readmit_plan(
    ids bigint[] DEFAULT NULL, topic text DEFAULT NULL, origin text DEFAULT NULL, since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL, code text DEFAULT NULL, at_most integer DEFAULT 1000)
RETURNS TABLE (message text, parked_at timestamptz, topic_id text, receiver text, state text, state_code text, verdict text,
    repeated_by bigint, dead_letter bigint, of_verdict bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    low  CONSTANT bigint := coalesce((SELECT min(i) FROM unnest(ids) AS i), 0);
    high CONSTANT bigint := coalesce((SELECT max(i) FROM unnest(ids) AS i), 9223372036854775807);
BEGIN
    PERFORM c4i.check_topic_pattern(topic);
    IF coalesce(at_most, 0) NOT BETWEEN 1 AND 10000 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4041', MESSAGE = 'at_most is 1 to 10000, not ' || coalesce(at_most::text, 'null');
    END IF;
    RETURN QUERY
    SELECT n.message, n.at, n.topic_id, n.receiver, n.state, n.code, n.verdict, NULL::bigint, n.id, n.total
    FROM (SELECT j.*, count(*) OVER (PARTITION BY j.verdict) AS total,
                 row_number() OVER (PARTITION BY j.verdict = 'readmit' ORDER BY j.id) AS place
          FROM (SELECT d.origin_system || '/' || d.origin_sequence AS message, d.at, d.topic_id, w.system_name AS receiver,
                       'parked' AS state, d.code, d.id,
                       CASE WHEN d.created_at IS NULL THEN 'incomplete'
                            WHEN k.origin_system IS NOT NULL AND (k.digest IS NULL OR k.digest = d.digest) THEN 'received'
                            WHEN k.origin_system IS NOT NULL THEN 'conflict'
                            WHEN EXISTS (SELECT FROM c4i.readmission AS r WHERE r.dead_letter = d.id AND r.ended_at IS NULL)
                                THEN 'waiting'
                            WHEN d.expires_at <= clock_timestamp() THEN 'expired'
                            ELSE 'readmit' END AS verdict
                FROM c4i.dead_letter AS d CROSS JOIN c4i.node AS w
                    LEFT JOIN c4i.inbox_key AS k
                        ON k.origin_system = d.origin_system AND k.origin_sequence = d.origin_sequence
                WHERE d.direction = 'inbound' AND d.id BETWEEN low AND high AND (ids IS NULL OR d.id = ANY (ids))
                    AND (since IS NULL OR d.at >= since) AND (until IS NULL OR d.at < until)
                    AND (origin IS NULL OR d.origin_system = origin) AND (readmit_plan.code IS NULL OR d.code = readmit_plan.code)
                    AND (topic IS NULL OR c4i.wants(topic, d.topic_id))
                UNION ALL
                SELECT NULL, NULL, NULL, NULL, 'unknown', NULL, i, 'unknown'
                FROM (SELECT DISTINCT u FROM unnest(ids) AS u) AS m (i)
                WHERE NOT EXISTS (SELECT FROM c4i.dead_letter AS d WHERE d.id = i)) AS j) AS n
    WHERE n.place <= at_most
    ORDER BY n.id;
END $$;
COMMENT ON FUNCTION c4i.readmit_plan IS 'What c4i.readmit would do: verdict "readmit", or why not.';

-- Puts dead letters of what arrived back before the inbox, where the node judges them by its rules and filter of then. Shares the
-- lock of c4i.replay.
CREATE FUNCTION c4i.readmit(
    actor text, reason text,
    ids bigint[] DEFAULT NULL, topic text DEFAULT NULL, origin text DEFAULT NULL, since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL, code text DEFAULT NULL, at_most integer DEFAULT 1000)
RETURNS TABLE (message text, parked_at timestamptz, topic_id text, receiver text, state text, state_code text, verdict text,
    repeated_by bigint, dead_letter bigint, of_verdict bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
    PERFORM c4i.begin_replay(actor, reason);
    RETURN QUERY
    WITH plan AS MATERIALIZED (
        SELECT * FROM c4i.readmit_plan(ids, topic, origin, since, until, code, at_most)),
    waiting AS (
        INSERT INTO c4i.readmission (dead_letter)
        SELECT p.dead_letter FROM plan AS p WHERE p.verdict = 'readmit' ORDER BY p.dead_letter),
    logged AS (
        INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination, dead_letter)
        SELECT readmit.actor, 'readmit', readmit.reason, d.origin_sequence, p.receiver, d.id
        FROM plan AS p JOIN c4i.dead_letter AS d ON d.id = p.dead_letter WHERE p.verdict = 'readmit')
    SELECT p.* FROM plan AS p ORDER BY p.dead_letter;
END $$;
COMMENT ON FUNCTION c4i.readmit IS 'Puts dead letters of what arrived back before the inbox; c4i.readmission shows what becomes of them.';

-- How a readmission ended; only the active bridge may say so.
CREATE FUNCTION c4i.end_readmission(expected bigint, readmission bigint, result text, code text, detail text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
BEGIN
    PERFORM c4i.fence(expected);
    UPDATE c4i.readmission AS r SET ended_at = now(), result = result, code = code, detail = left(detail, 1000)
    WHERE r.id = readmission AND r.ended_at IS NULL;
END $$;

REVOKE ALL ON FUNCTION c4i.check_topic_pattern, c4i.begin_replay, c4i.replay_verdict, c4i.replay_choice, c4i.replay_plan, c4i.replay,
    c4i.readmit_plan, c4i.readmit, c4i.end_readmission FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.replay_plan, c4i.replay, c4i.readmit_plan, c4i.readmit TO c4i_console;
GRANT EXECUTE ON FUNCTION c4i.end_readmission TO c4i_bridge;
GRANT SELECT ON c4i.readmission TO c4i_bridge, c4i_console;
RESET ROLE;
