-- What operators do, through functions only, each of which writes down who did it and why in the same transaction. And where in
-- the outbox and the inbox an instant is, without an index that every submitted row would pay for.
--
-- C4020 nothing has that number               C4022 the message is gone from the outbox
-- C4021 only its origin can send it again     C4023 somebody was faster
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.operator_action (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at           timestamptz NOT NULL DEFAULT now(),
    actor        text        NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
    action       text        NOT NULL CHECK (action IN ('replay', 'park', 'expire')),
    reason       text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
    sequence     bigint      NOT NULL,
    destination  text        NOT NULL,
    dead_letter  bigint,
    new_sequence bigint
);
-- A dead letter is sent again once, whoever clicks twice; what comes of that has a dead letter of its own.
CREATE UNIQUE INDEX operator_action_replay ON c4i.operator_action (dead_letter) WHERE action = 'replay';
COMMENT ON TABLE c4i.operator_action IS 'What operators did through the console, and why; insert only.';

-- Submits a message of the dead letters again, to the one destination that did not get it, as a new message: its identity was
-- told as refused. When it was valid for a time, it is for as long from now. Returns its sequence number.
CREATE FUNCTION c4i.replay_dead_letter(letter_id bigint, actor text, reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    letter c4i.dead_letter%ROWTYPE;
    source c4i.outbox%ROWTYPE;
    given  bigint;
BEGIN
    SELECT * INTO letter FROM c4i.dead_letter AS l WHERE l.id = letter_id;
    IF letter.id IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4020', MESSAGE = 'there is no dead letter ' || letter_id;
    END IF;
    IF letter.direction <> 'outbound' OR letter.destination IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4021', MESSAGE = 'only its origin can send it again';
    END IF;
    SELECT * INTO source FROM c4i.outbox AS o WHERE o.sequence = letter.origin_sequence;
    IF source.sequence IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4022', MESSAGE = 'the message is no longer in the outbox; submit it from the C4I server';
    END IF;
    given := c4i.submit(source.topic_id, source.precedence, ARRAY[letter.destination], letter.payload,
        now() + (source.expires_at - source.created_at), source.label, source.subject);
    INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination, dead_letter, new_sequence)
    VALUES (actor, 'replay', reason, source.sequence, letter.destination, letter_id, given);
    RETURN given;
EXCEPTION WHEN unique_violation THEN
    RAISE EXCEPTION USING ERRCODE = 'C4023', MESSAGE = 'dead letter ' || letter_id || ' was sent again already';
END $$;

-- Ends a message for one destination that has no final state yet: parked as rejected, or expired; its bytes go to the dead
-- letters either way. What a bridge has handed to a transport by then may still arrive.
CREATE FUNCTION c4i.end_pending(wanted bigint, wanted_destination text, action text, actor text, reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    source c4i.outbox%ROWTYPE;
    state  CONSTANT text := CASE action WHEN 'park' THEN 'rejected' WHEN 'expire' THEN 'expired' END;
    detail CONSTANT text := 'by operator ' || actor || ': ' || reason;
BEGIN
    SELECT * INTO source FROM c4i.outbox AS o WHERE o.sequence = wanted AND wanted_destination = ANY (o.destinations);
    IF source.sequence IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'C4020', MESSAGE = 'there is no message ' || wanted || ' for ' || wanted_destination;
    END IF;
    INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
    VALUES (source.sequence, source.created_at, wanted_destination, state, 'GW-308', detail) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'C4023', MESSAGE = 'message ' || wanted || ' has a final state for ' || wanted_destination;
    END IF;
    INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (wanted_destination, state, 1);
    INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, destination, code, reason, payload)
    SELECT 'outbound', 'operator', n.system_name, source.sequence, source.topic_id, wanted_destination, 'GW-308', detail,
           source.payload
    FROM c4i.node AS n;
    INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination)
    VALUES (actor, action, reason, source.sequence, wanted_destination);
END $$;

-- The newest row of the outbox submitted at or before an instant; 0 when there is none. Numbers grow with time, so halving the
-- range finds it by the primary key alone, in at most 63 steps.
CREATE FUNCTION c4i.outbox_at(instant timestamptz) RETURNS bigint
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
        WHERE o.sequence <= low + (high - low + 1) / 2 ORDER BY o.sequence DESC LIMIT 1;
        IF probe.sequence IS NULL OR probe.at <= instant THEN
            low := low + (high - low + 1) / 2;
        ELSE
            high := probe.sequence - 1;
        END IF;
    END LOOP;
    RETURN low;
END $$;

-- The same for the inbox, whose received_id grows in commit order.
CREATE FUNCTION c4i.inbox_at(instant timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    low   bigint := 0;
    high  bigint := coalesce((SELECT i.received_id FROM c4i.inbox AS i ORDER BY i.received_id DESC LIMIT 1), 0);
    probe record;
BEGIN
    WHILE low < high LOOP
        SELECT i.received_id, i.received_at AS at INTO probe FROM c4i.inbox AS i
        WHERE i.received_id <= low + (high - low + 1) / 2 ORDER BY i.received_id DESC LIMIT 1;
        IF probe.received_id IS NULL OR probe.at <= instant THEN
            low := low + (high - low + 1) / 2;
        ELSE
            high := probe.received_id - 1;
        END IF;
    END LOOP;
    RETURN low;
END $$;

REVOKE ALL ON FUNCTION c4i.replay_dead_letter, c4i.end_pending, c4i.outbox_at, c4i.inbox_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.replay_dead_letter, c4i.end_pending, c4i.outbox_at, c4i.inbox_at TO c4i_console;
GRANT SELECT ON c4i.operator_action TO c4i_console;
RESET ROLE;
