-- The door for C4I servers. What can never be a row is refused here, with a SQLSTATE of class C4 and a hint; everything
-- else becomes a row and, when it cannot be delivered (unknown topic, over the node's size, malformed, NUL bytes, invalid
-- UTF-8, already expired, unknown destination), is parked by the bridge with its bytes and the reason.
--
-- C4001 a required argument is null            C4005 topic id, label or subject is too long
-- C4002 no destination, or too many            C4006 payload is larger than any node accepts
-- C4003 not a system name                      C4007 the arrays of a batch do not fit together
-- C4004 precedence is not 0 to 3
SET LOCAL ROLE c4i_owner;

CREATE FUNCTION c4i.payload_limit_bytes() RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 16777216 $$;

-- Destinations without repetitions, in the given order. The rule for names is that of the gateway: 1 to 32 of
-- A-Z 0-9 . _ - and a letter or digit first.
CREATE FUNCTION c4i.checked_destinations(destinations text[]) RETURNS text[]
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
        IF destination IS NULL OR destination COLLATE "C" !~ '^[A-Z0-9][A-Z0-9._-]{0,31}$' THEN
            RAISE EXCEPTION USING ERRCODE = 'C4003',
                MESSAGE = 'not a system name: ' || coalesce(quote_literal(left(destination, 64)), 'NULL'),
                HINT = 'A name has 1 to 32 of A-Z 0-9 . _ - and begins with a letter or digit.';
        END IF;
        IF destination <> ALL (checked) THEN
            checked := checked || destination;
        END IF;
    END LOOP;
    RETURN checked;
END $$;

CREATE FUNCTION c4i.check_message(topic_id text, precedence integer, payload bytea, label text, subject text) RETURNS void
LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF topic_id IS NULL OR precedence IS NULL OR payload IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4001',
            MESSAGE = 'topic_id, precedence and payload must not be null',
            HINT = 'An empty payload is ''''::bytea; the bridge parks it with a reason.';
    END IF;
    IF precedence NOT BETWEEN 0 AND 3 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4004',
            MESSAGE = 'precedence must be 0 to 3, not ' || precedence,
            HINT = '0 FLASH, 1 IMMEDIATE, 2 PRIORITY, 3 ROUTINE.';
    END IF;
    IF length(topic_id) > 64 OR length(label) > 256 OR length(subject) > 128 THEN
        RAISE EXCEPTION USING ERRCODE = 'C4005',
            MESSAGE = 'topic_id, label or subject is too long',
            HINT = 'At most 64, 256 and 128 characters.';
    END IF;
    IF octet_length(payload) > c4i.payload_limit_bytes() THEN
        RAISE EXCEPTION USING ERRCODE = 'C4006',
            MESSAGE = 'payload has ' || octet_length(payload) || ' bytes, more than ' || c4i.payload_limit_bytes(),
            HINT = 'Split the message; no node carries more.';
    END IF;
END $$;

-- A number that a reader has seen must survive a crash, or it would be given again and the new message be taken for a
-- duplicate. Hence no asynchronous commit here, whatever the session prefers; the setting lasts until the transaction ends.
CREATE FUNCTION c4i.require_durable_commit() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'local', true);
    END IF;
END $$;

-- Wakes the bridge, but only when it is not polling anyway: it holds the advisory lock (6501481, 2) while it does. So a busy
-- outbox sends no notification at all, and NOTIFY's global lock at commit is never contended. Testing the lock writes nothing.
-- PREPARE TRANSACTION (XA) refuses transactions that notify: such sessions SET c4i.notify = 'off' and are found by polling.
CREATE FUNCTION c4i.wake_reader() RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    IF current_setting('c4i.notify', true) = 'off' THEN
        RETURN;
    END IF;
    IF pg_try_advisory_lock_shared(6501481, 2) AND pg_advisory_unlock_shared(6501481, 2) THEN
        PERFORM pg_notify('c4i_outbox', '');
    END IF;
END $$;

CREATE FUNCTION c4i.submit(
    topic_id text, precedence integer, destinations text[], payload bytea,
    expires_at timestamptz DEFAULT NULL, label text DEFAULT '', subject text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_variable
DECLARE
    given bigint;
    -- The transaction id first, the number after it.
    xid   CONSTANT xid8 := pg_current_xact_id();
BEGIN
    PERFORM c4i.check_message(topic_id, precedence, payload, label, subject);
    PERFORM c4i.require_durable_commit();
    INSERT INTO c4i.outbox AS o (sequence, xid, created_at, expires_at, topic_id, precedence, destinations,
        label, subject, payload_size, payload)
    VALUES (nextval('c4i.outbox_sequence'), xid, clock_timestamp(), expires_at, topic_id, precedence,
        c4i.checked_destinations(destinations), coalesce(label, ''), coalesce(subject, ''), octet_length(payload), payload)
    RETURNING o.sequence INTO given;
    PERFORM c4i.wake_reader();
    RETURN given;
END $$;
COMMENT ON FUNCTION c4i.submit IS
    'Submits one message and returns its sequence number. It is accepted when the transaction commits.';

-- For MTF text at hand as text: stored as UTF-8.
CREATE FUNCTION c4i.submit_text(
    topic_id text, precedence integer, destinations text[], payload text,
    expires_at timestamptz DEFAULT NULL, label text DEFAULT '', subject text DEFAULT '') RETURNS bigint
LANGUAGE sql
AS $$ SELECT c4i.submit(topic_id, precedence, destinations, convert_to(payload, 'UTF8'), expires_at, label, subject) $$;
COMMENT ON FUNCTION c4i.submit_text IS 'c4i.submit for a payload of type text, stored as UTF-8.';

-- Many messages in one statement: arrays of equal length, at most 10,000; destinations of one message separated by commas.
-- All or nothing.
CREATE FUNCTION c4i.submit_batch(
    topic_ids text[], precedences integer[], destinations text[], payloads bytea[],
    expires_at timestamptz[] DEFAULT NULL, labels text[] DEFAULT NULL, subjects text[] DEFAULT NULL) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
    given bigint[];
    n     CONSTANT integer := cardinality(topic_ids);
    xact  CONSTANT xid8 := pg_current_xact_id();
BEGIN
    IF n IS NULL OR n = 0 OR n > 10000
        OR cardinality(precedences) IS DISTINCT FROM n OR cardinality(submit_batch.destinations) IS DISTINCT FROM n
        OR cardinality(payloads) IS DISTINCT FROM n OR cardinality(submit_batch.expires_at) <> n
        OR cardinality(labels) <> n OR cardinality(subjects) <> n THEN
        RAISE EXCEPTION USING ERRCODE = 'C4007',
            MESSAGE = 'a batch needs arrays of one length, 1 to 10000',
            HINT = 'Pass NULL for an optional array as a whole, or an array with NULL elements.';
    END IF;
    PERFORM c4i.check_message(m.topic_id, m.precedence, m.payload, m.label, m.subject)
    FROM unnest(topic_ids, precedences, payloads, labels, subjects) AS m (topic_id, precedence, payload, label, subject);
    PERFORM c4i.require_durable_commit();
    WITH submitted AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations,
            label, subject, payload_size, payload)
        SELECT nextval('c4i.outbox_sequence'), xact, clock_timestamp(), m.expires_at, m.topic_id, m.precedence,
            c4i.checked_destinations(string_to_array(m.destinations, ',')), coalesce(m.label, ''),
            coalesce(m.subject, ''), octet_length(m.payload), m.payload
        FROM unnest(topic_ids, precedences, submit_batch.destinations, payloads, submit_batch.expires_at, labels, subjects)
            AS m (topic_id, precedence, destinations, payload, expires_at, label, subject)
        RETURNING sequence)
    SELECT array_agg(sequence ORDER BY sequence) INTO given FROM submitted;
    PERFORM c4i.wake_reader();
    RETURN given;
END $$;
COMMENT ON FUNCTION c4i.submit_batch IS
    'Submits many messages at once and returns their sequence numbers in order; all or nothing.';
