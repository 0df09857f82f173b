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

REVOKE ALL ON FUNCTION c4i.content_digest, c4i.continue_at_clock FROM PUBLIC;
GRANT SELECT ON c4i.database_identity TO c4i_bridge, c4i_console;
GRANT EXECUTE ON FUNCTION c4i.content_digest TO c4i_bridge, c4i_console;
RESET ROLE;
