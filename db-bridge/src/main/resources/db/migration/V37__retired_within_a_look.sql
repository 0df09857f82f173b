-- A retirement looked at every published row of the outbox while it held the lock of routing, so nothing that was published went out
-- meanwhile, FLASH included. It looks where the backlog does: behind the saved position of the destination, and in its gaps.
SET LOCAL ROLE c4i_owner;

-- As before. At a precedence without a saved position it still looks at all published rows of that precedence.
CREATE OR REPLACE FUNCTION c4i.retire_subscriber(retiree text, actor text, reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off
SET jit = off
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
    WITH reader AS MATERIALIZED (
        SELECT r.precedence, split_part(r.token, ':', 1)::xid8 AS xid, split_part(r.token, ':', 2)::bigint AS sequence,
               ARRAY(SELECT split_part(gap, '+', 1)::xid8 FROM string_to_table(split_part(r.token, ':', 3), ',') AS gap
                     WHERE gap <> '') AS gaps
        FROM c4i.reader_position AS r WHERE r.destination = retiree AND r.token <> ''),
    seen AS MATERIALIZED (
        SELECT b.sequence, b.created_at
        FROM reader AS r CROSS JOIN LATERAL (
            SELECT o.sequence, o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = r.precedence AND (o.xid, o.sequence) > (r.xid, r.sequence)
                AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            OFFSET 0) AS b
        UNION ALL
        SELECT b.sequence, b.created_at
        FROM reader AS r CROSS JOIN LATERAL unnest(r.gaps) AS g (xid) CROSS JOIN LATERAL (
            SELECT o.sequence, o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = r.precedence AND o.xid = g.xid AND (o.xid, o.sequence) <= (r.xid, r.sequence)
                AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            OFFSET 0) AS b
        UNION ALL
        SELECT o.sequence, o.created_at FROM c4i.outbox AS o
        WHERE (SELECT count(*) FROM reader) < 4 AND o.published_as IS NOT NULL AND retiree = ANY (o.destinations)
            AND o.precedence NOT IN (SELECT r.precedence FROM reader AS r)),
    final AS (
        INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)
        SELECT o.sequence, o.created_at, retiree, 'rejected', 'GW-316', 'retired by ' || left(actor, 64) || ': ' || left(reason, 500)
        FROM seen AS o
        WHERE NOT EXISTS (SELECT FROM c4i.delivery AS v
            WHERE v.sequence = o.sequence AND v.destination = retiree AND v.created_at = o.created_at)
        ON CONFLICT DO NOTHING RETURNING sequence)
    SELECT count(*) INTO ended FROM final;
    IF ended > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n) VALUES (retiree, 'rejected', ended);
    END IF;
    RETURN ended;
END $$;
RESET ROLE;
