-- An origin asks about an expired row, and the node answers that it has not arrived. The origin writes it down as expired. A copy of the row
-- that comes later must stay expired, also when the node is started again with its clock set back: then the row would be valid, and come
-- behind newer ones. So the answer is written here first. A message that arrived and was refused as expired is in c4i.dead_letter.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.expiry_answer (
    origin_system   text        NOT NULL,
    origin_sequence bigint      NOT NULL,
    digest          bigint      NOT NULL,
    answered_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (origin_system, origin_sequence, digest)
);
CREATE INDEX expiry_answer_age ON c4i.expiry_answer (answered_at);
COMMENT ON TABLE c4i.expiry_answer IS
    'Expired rows of which this node answered that they have not arrived; a copy that comes later is refused. The newest, forgotten with identities.';

-- Only the active node may say so. What the inbox has is left out.
CREATE FUNCTION c4i.answer_expired(expected bigint, origins text[], sequences bigint[], digests bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM c4i.fence(expected);
    INSERT INTO c4i.expiry_answer (origin_system, origin_sequence, digest)
        SELECT q.origin, q.sequence, q.digest FROM unnest(origins, sequences, digests) AS q (origin, sequence, digest)
        WHERE NOT EXISTS (SELECT FROM c4i.inbox_key AS k
            WHERE k.origin_system = q.origin AND k.origin_sequence = q.sequence AND coalesce(k.digest, q.digest) = q.digest)
        ON CONFLICT DO NOTHING;
END $$;

-- Those older than so many days, and all but about the newest: a node that starts reads no more, and origins must not fill the table.
CREATE FUNCTION c4i.prune_expiry_answers(keep_days integer, keep_newest integer, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    gone   integer;
    before CONSTANT timestamptz := greatest(
        (SELECT (c4i.today() - greatest(keep_days, f.identity_days))::timestamp AT TIME ZONE 'UTC' FROM c4i.retention_floor AS f),
        (SELECT a.answered_at FROM c4i.expiry_answer AS a ORDER BY a.answered_at DESC OFFSET keep_newest LIMIT 1));
BEGIN
    DELETE FROM c4i.expiry_answer WHERE ctid = ANY (ARRAY(
        SELECT a.ctid FROM c4i.expiry_answer AS a WHERE a.answered_at < before LIMIT coalesce(at_most, 0)));
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN gone;
END $$;

REVOKE ALL ON FUNCTION c4i.answer_expired, c4i.prune_expiry_answers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.answer_expired, c4i.prune_expiry_answers TO c4i_bridge;
GRANT SELECT ON c4i.expiry_answer TO c4i_bridge;
RESET ROLE;
