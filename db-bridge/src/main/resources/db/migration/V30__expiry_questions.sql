-- A row that expires after it was sent gets its final state from its destination, which is asked whether it is there. The node sends newer
-- rows meanwhile. If it is started again with its clock set back, the row is valid again, and must not be sent behind them: who has asked
-- once asks again. So it is written here before newer rows are sent.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.expiry_question (
    sequence    bigint      NOT NULL,
    destination text        NOT NULL,
    asked_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (destination, sequence)
);
COMMENT ON TABLE c4i.expiry_question IS
    'Expired rows that the destination was asked about, because an earlier sending may have arrived; forgotten once they have a final state.';

-- Only the active bridge may say so.
CREATE FUNCTION c4i.asked_about(expected bigint, receiver text, numbers bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.fence(expected);
    INSERT INTO c4i.expiry_question (sequence, destination) SELECT n, receiver FROM unnest(numbers) AS n ON CONFLICT DO NOTHING;
END $$;

-- Those whose row has a final state, or is gone.
CREATE FUNCTION c4i.prune_expiry_questions(at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone integer;
BEGIN
    DELETE FROM c4i.expiry_question AS q WHERE (q.destination, q.sequence) IN (
        SELECT a.destination, a.sequence FROM c4i.expiry_question AS a
        WHERE EXISTS (SELECT FROM c4i.delivery AS v WHERE v.sequence = a.sequence AND v.destination = a.destination)
            OR NOT EXISTS (SELECT FROM c4i.outbox AS o WHERE o.sequence = a.sequence)
        LIMIT at_most);
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

REVOKE ALL ON FUNCTION c4i.asked_about, c4i.prune_expiry_questions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.asked_about, c4i.prune_expiry_questions TO c4i_bridge;
GRANT SELECT ON c4i.expiry_question TO c4i_bridge;
RESET ROLE;
