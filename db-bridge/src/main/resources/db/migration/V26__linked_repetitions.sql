-- A repetition tells the receiver which row it repeats, so that a message that both sides repeat arrives once; and the origin learns that
-- its receiver has taken a dead letter after all.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.outbox ADD COLUMN repeats bigint CHECK (repeats > 0);
COMMENT ON COLUMN c4i.outbox.repeats IS
    'Of a repetition for destinations that have not got the message: the number under which it was submitted first.';
GRANT SELECT (repeats) ON c4i.outbox TO c4i_console;
ALTER TABLE c4i.dead_letter ADD COLUMN repeats bigint;
COMMENT ON COLUMN c4i.dead_letter.repeats IS 'Of a repetition that was refused on arrival: the number under which its origin submitted it first.';
ALTER TABLE c4i.readmission ADD COLUMN told_at timestamptz;
COMMENT ON COLUMN c4i.readmission.told_at IS 'When the origin was told that the message is here after all; null: not yet, or not taken.';
UPDATE c4i.readmission SET told_at = ended_at WHERE result IN ('received', 'there');
CREATE INDEX readmission_untold ON c4i.readmission (id) WHERE result IN ('received', 'there') AND told_at IS NULL;
COMMENT ON TABLE c4i.delivery IS
    'Final state of each outbox row for each destination; inserted once. A rejected one becomes delivered (GW-318) when its destination takes the message after all.';

-- Replaces the one of V17: the new row names the row that it repeats, unless the destination may have that and gets it again as asked.
CREATE OR REPLACE FUNCTION c4i.replay(
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
        SELECT p.*, NOT (p.state IN ('delivered', 'superseded', 'sent')
            OR coalesce(p.state_code, '') IN ('GW-308', 'GW-316', 'GW-405')) AS linked
        FROM c4i.replay_plan(ids, topic, replay.destination, since, until, code, letters, again, expired, at_most) AS p),
    numbered AS MATERIALIZED (
        SELECT d.message, d.submitted_at, d.linked, d.receivers, nextval('c4i.outbox_sequence') AS given
        FROM (SELECT p.message, p.submitted_at, p.linked, array_agg(p.receiver ORDER BY p.receiver) AS receivers FROM plan AS p
              WHERE p.verdict = 'replay' GROUP BY p.message, p.submitted_at, p.linked ORDER BY p.message, p.linked OFFSET 0) AS d),
    written AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload, repeats)
        SELECT n.given, xact, c.now, CASE WHEN isfinite(o.expires_at) THEN c.now + (o.expires_at - o.created_at) ELSE o.expires_at END,
            o.topic_id, o.precedence, n.receivers, o.label, o.subject, o.payload_size, o.payload,
            CASE WHEN n.linked THEN coalesce(o.repeats, o.sequence) END
        FROM numbered AS n JOIN c4i.outbox AS o ON o.sequence = n.message AND o.created_at = n.submitted_at
            CROSS JOIN (SELECT clock_timestamp() AS now) AS c),
    logged AS (
        INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination, dead_letter, new_sequence)
        SELECT replay.actor, 'replay', replay.reason, p.message, p.receiver, p.dead_letter, n.given
        FROM plan AS p JOIN numbered AS n ON n.message = p.message AND n.linked = p.linked
        WHERE p.verdict = 'replay')
    SELECT p.message, p.submitted_at, p.topic_id, p.receiver, p.state, p.state_code, p.verdict,
        CASE WHEN p.verdict = 'replay' THEN n.given ELSE p.repeated_by END, p.dead_letter, p.of_verdict
    FROM plan AS p LEFT JOIN numbered AS n ON n.message = p.message AND n.linked = p.linked ORDER BY p.message, p.receiver;
    PERFORM c4i.wake_reader();
END $$;

-- Rows that a destination has taken after it refused them. Only the active bridge may say so.
CREATE FUNCTION c4i.taken_after_all(expected bigint, receiver text, numbers bigint[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    changed integer;
BEGIN
    PERFORM c4i.fence(expected);
    UPDATE c4i.delivery AS v SET state = 'delivered', code = 'GW-318', at = now(),
        detail = left('refused first: ' || coalesce(v.code || ' ', '') || v.detail, 1000)
    WHERE v.sequence = ANY (numbers) AND v.destination = receiver AND v.state = 'rejected';
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (receiver, 'rejected', -changed), (receiver, 'delivered', changed);
    END IF;
    RETURN changed;
END $$;

-- Their origins know now. Only the active bridge may say so.
CREATE FUNCTION c4i.told_readmissions(expected bigint, ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.fence(expected);
    UPDATE c4i.readmission AS r SET told_at = now() WHERE r.id = ANY (ids) AND r.told_at IS NULL;
END $$;

REVOKE ALL ON FUNCTION c4i.taken_after_all, c4i.told_readmissions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.taken_after_all, c4i.told_readmissions TO c4i_bridge;
RESET ROLE;
