-- Identity of messages and of the database, so that a database that was made anew, restored or failed over never makes a new
-- message look like an old one, nor an old one like a new one.
SET LOCAL ROLE c4i_owner;

-- Which database this is. Made with the schema and changed by nothing: a copy and a restored backup have the identity of what
-- they were taken from, a new schema has another one, whatever its system is called.
CREATE TABLE c4i.database_identity (
    only_row boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
    id       uuid        NOT NULL DEFAULT gen_random_uuid(),
    made_at  timestamptz NOT NULL DEFAULT now()
);
INSERT INTO c4i.database_identity DEFAULT VALUES;
COMMENT ON TABLE c4i.database_identity IS 'Which interface database this is; never changed. A restored backup keeps it.';

-- What the message of an identity said, as far as its receivers see it: the first eight bytes of SHA-256 over topic, precedence,
-- times, label, subject and payload, a NUL behind each of the texts. Destinations are left out: they differ for each
-- transmission. An expiry after 2262-04-11 is none, because 64 bits of nanoseconds end there. The node computes the same (class
-- ContentDigest).
CREATE FUNCTION c4i.content_digest(topic_id text, precedence integer, created_at timestamptz, expires_at timestamptz, label text,
    subject text, payload bytea) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT ('x' || encode(substring(sha256(
        convert_to(topic_id, 'UTF8') || '\x00'::bytea
        || convert_to(precedence::text, 'UTF8') || '\x00'::bytea
        || convert_to(((extract(epoch FROM created_at) * 1000000)::bigint)::text, 'UTF8') || '\x00'::bytea
        || convert_to(CASE WHEN expires_at IS NULL OR expires_at > timestamptz '2262-04-11 23:47:16.854775+00' THEN ''
               WHEN expires_at = '-infinity' THEN '-'
               ELSE ((extract(epoch FROM expires_at) * 1000000)::bigint)::text END, 'UTF8') || '\x00'::bytea
        || convert_to(label, 'UTF8') || '\x00'::bytea
        || convert_to(subject, 'UTF8') || '\x00'::bytea
        || payload) FROM 1 FOR 8), 'hex'))::bit(64)::bigint
$$;
COMMENT ON FUNCTION c4i.content_digest IS 'Digest of a message''s content, as beside the key of the inbox.';

-- Beside the identity of what was received. Null: received before this column was there, and then any content is the same.
ALTER TABLE c4i.inbox_key ADD COLUMN digest bigint;
COMMENT ON COLUMN c4i.inbox_key.digest IS
    'content_digest of the message; another message of this identity is parked with GW-310. Null: from an older release.';
-- Tells two dead letters of one identity apart whose contents differ.
ALTER TABLE c4i.dead_letter ADD COLUMN digest bigint;
COMMENT ON COLUMN c4i.dead_letter.digest IS 'content_digest of an inbound message; null: no message, or from an older release.';

-- Numbers continue at the clock in microseconds, or above what was given when that is more: never backwards. A system that gives
-- fewer than a million numbers a second stays below the clock for ever, so whatever was given before is below it too.
CREATE FUNCTION c4i.continue_at_clock(sequence regclass) RETURNS bigint
LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$ SELECT setval(sequence, greatest(nextval(sequence), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)) $$;

-- After a restore or a failover the transaction counter or a sequence may have gone back. Rows of the future get a present
-- transaction id, and reading starts at the beginning (final states keep rows from being sent again). Numbers of the outbox
-- continue above every number ever given, because a number that a receiver has seen names another message there; those of the
-- inbox as well, because the C4I server has read on from a number that would be given again. Returns how many rows it stamped.
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
    PERFORM c4i.continue_at_clock('c4i.outbox_sequence');
    PERFORM c4i.continue_at_clock('c4i.inbox_sequence');
    RETURN stamped;
END $$;

-- A new database begins at the clock, above whatever an earlier one of the same system gave. One that has been in use goes there
-- as well: it may itself be the second of its system, with the numbers of the first still before it.
SELECT c4i.continue_at_clock('c4i.outbox_sequence'), c4i.continue_at_clock('c4i.inbox_sequence');

-- After a restore two systems compare what one has sent with what the other has (c4i resync). This is the sender's side: each row
-- for that destination submitted since then, with its state, in order.
CREATE FUNCTION c4i.sent_digests(to_system text, since timestamptz)
RETURNS TABLE (sequence bigint, digest bigint, state text, created_at timestamptz, topic_id text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT o.sequence, c4i.content_digest(o.topic_id, o.precedence, o.created_at, o.expires_at, o.label, o.subject, o.payload),
           coalesce(v.state, 'pending'), o.created_at, o.topic_id
    FROM c4i.outbox AS o
        LEFT JOIN c4i.delivery AS v
            ON v.sequence = o.sequence AND v.destination = to_system AND v.created_at = o.created_at
    WHERE o.created_at >= since AND to_system = ANY (o.destinations)
    ORDER BY o.sequence
$$;

-- Takes back that rows are delivered, so that they are sent again under their old identity: a destination that has one after all
-- only confirms it. No bridge may be active, because what it has read it does not read again. Returns how many it took back.
--
-- C4024 a bridge is active
CREATE FUNCTION c4i.reopen_deliveries(sequences bigint[], to_system text, actor text, reason text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    reopened integer;
BEGIN
    IF NOT pg_try_advisory_xact_lock(6501481, 1) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4024', MESSAGE = 'a bridge is active on this database',
            HINT = 'Stop the nodes of this system, reopen, and start them again.';
    END IF;
    WITH gone AS (
        DELETE FROM c4i.delivery AS v USING c4i.outbox AS o
        WHERE v.sequence = ANY (sequences) AND v.destination = to_system AND v.state = 'delivered'
            AND o.sequence = v.sequence AND o.created_at = v.created_at
        RETURNING v.sequence)
    INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination)
    SELECT actor, 'reopen', reason, g.sequence, to_system FROM gone AS g;
    GET DIAGNOSTICS reopened = ROW_COUNT;
    IF reopened > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (to_system, 'delivered', -reopened);
        DELETE FROM c4i.reader_position AS r WHERE r.destination = to_system;
    END IF;
    RETURN reopened;
END $$;
ALTER TABLE c4i.operator_action DROP CONSTRAINT operator_action_action_check,
    ADD CONSTRAINT operator_action_action_check CHECK (action IN ('replay', 'park', 'expire', 'reopen'));

REVOKE ALL ON FUNCTION c4i.content_digest, c4i.continue_at_clock, c4i.sent_digests, c4i.reopen_deliveries FROM PUBLIC;
GRANT SELECT ON c4i.database_identity TO c4i_bridge, c4i_console;
GRANT EXECUTE ON FUNCTION c4i.content_digest TO c4i_bridge, c4i_console;
GRANT EXECUTE ON FUNCTION c4i.sent_digests, c4i.reopen_deliveries TO c4i_console;
RESET ROLE;
