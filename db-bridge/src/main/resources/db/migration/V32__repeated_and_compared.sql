-- Messages that are sent again by c4i.replay and by c4i resync, and the comparison before the latter.
SET LOCAL ROLE c4i_owner;

-- Replaces the one of V26. Where a row ended with GW-310, its destination has another message under a number that it
-- came with: the new row names none, or it would be taken for a repetition of that message. Validity is added in UTC,
-- because a day of an interval is as long as the session's time zone makes it. An expiry beyond what the wire can carry
-- is none, and stays; see c4i.content_digest.
CREATE OR REPLACE FUNCTION c4i.replay(
    actor text, reason text,
    ids bigint[] DEFAULT NULL, topic text DEFAULT NULL, destination text DEFAULT NULL, since timestamptz DEFAULT NULL,
    until timestamptz DEFAULT NULL, code text DEFAULT NULL, letters boolean DEFAULT false, again boolean DEFAULT false,
    expired boolean DEFAULT false, at_most integer DEFAULT 1000)
RETURNS TABLE (message bigint, submitted_at timestamptz, topic_id text, receiver text, state text, state_code text, verdict text,
    repeated_by bigint, dead_letter bigint, of_verdict bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET TimeZone = 'UTC'
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
            OR coalesce(p.state_code, '') IN ('GW-308', 'GW-310', 'GW-316', 'GW-405')) AS linked
        FROM c4i.replay_plan(ids, topic, replay.destination, since, until, code, letters, again, expired, at_most) AS p),
    numbered AS MATERIALIZED (
        SELECT d.message, d.submitted_at, d.linked, d.receivers, nextval('c4i.outbox_sequence') AS given
        FROM (SELECT p.message, p.submitted_at, p.linked, array_agg(p.receiver ORDER BY p.receiver) AS receivers FROM plan AS p
              WHERE p.verdict = 'replay' GROUP BY p.message, p.submitted_at, p.linked ORDER BY p.message, p.linked OFFSET 0) AS d),
    written AS (
        INSERT INTO c4i.outbox (sequence, xid, created_at, expires_at, topic_id, precedence, destinations, label, subject,
            payload_size, payload, repeats)
        SELECT n.given, xact, c.now,
            CASE WHEN isfinite(o.expires_at) AND o.expires_at <= timestamptz '2262-04-11 23:47:16.854775+00'
                THEN c.now + (o.expires_at - o.created_at) ELSE o.expires_at END,
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

-- The node looks up when the row arrived that a repetition names.
GRANT EXECUTE ON FUNCTION c4i.inbox_at TO c4i_bridge;

-- Replaces the one of V13: rows for that destination submitted since then, and older ones that got their final state
-- since then. A row that waited may have arrived after a backup that was made after the row was submitted.
CREATE OR REPLACE FUNCTION c4i.sent_digests(to_system text, since timestamptz)
RETURNS TABLE (sequence bigint, digest bigint, state text, created_at timestamptz, topic_id text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT r.sequence, c4i.content_digest(r.topic_id, r.precedence, r.created_at, r.expires_at, r.label, r.subject, r.payload),
           r.state, r.created_at, r.topic_id
    FROM (SELECT o.*, coalesce(v.state, 'pending') AS state
          FROM c4i.outbox AS o
              LEFT JOIN c4i.delivery AS v
                  ON v.sequence = o.sequence AND v.destination = to_system AND v.created_at = o.created_at
                      AND v.created_at >= since
          WHERE o.created_at >= since
          UNION ALL
          SELECT o.*, v.state
          FROM c4i.delivery AS v
              JOIN c4i.outbox AS o ON o.sequence = v.sequence AND o.created_at = v.created_at AND o.created_at < since
          WHERE v.destination = to_system AND v.created_at < since AND v.at >= since) AS r
    WHERE to_system = ANY (r.destinations)
    ORDER BY r.sequence
$$;

-- Replaces the one of V13: the state that a row gets after this is written into its row of a table elsewhere as well,
-- as for c4i.taken_after_all.
--
-- C4024 a bridge is active
CREATE OR REPLACE FUNCTION c4i.reopen_deliveries(sequences bigint[], to_system text, actor text, reason text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    reopened bigint[];
BEGIN
    IF NOT pg_try_advisory_xact_lock(6501481, 1) THEN
        RAISE EXCEPTION USING ERRCODE = 'C4024', MESSAGE = 'a bridge is active on this database',
            HINT = 'Stop the nodes of this system, reopen, and start them again.';
    END IF;
    WITH gone AS (
        DELETE FROM c4i.delivery AS v USING c4i.outbox AS o
        WHERE v.sequence = ANY (sequences) AND v.destination = to_system AND v.state = 'delivered'
            AND o.sequence = v.sequence AND o.created_at = v.created_at
        RETURNING v.sequence),
    logged AS (
        INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination)
        SELECT actor, 'reopen', reason, g.sequence, to_system FROM gone AS g)
    SELECT coalesce(array_agg(g.sequence), '{}') INTO reopened FROM gone AS g;
    IF cardinality(reopened) > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (to_system, 'delivered', -cardinality(reopened));
        DELETE FROM c4i.reader_position AS r WHERE r.destination = to_system;
        UPDATE c4i.table_key AS k SET awaiting = true, corrections = k.corrections + 1
        WHERE k.sequence = ANY (reopened) AND k.corrections IS NOT NULL;
    END IF;
    RETURN cardinality(reopened);
END $$;

RESET ROLE;
