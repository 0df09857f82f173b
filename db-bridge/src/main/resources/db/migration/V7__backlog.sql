-- How much waits, for whom, how urgent it is and how old: what an operator is woken for.
SET LOCAL ROLE c4i_owner;

-- Rows without a final state behind a saved reading position: counted from rows, independent of the summary. STABLE: the
-- snapshot is the calling query's, so that both sides of the ledger are seen at one instant.
CREATE FUNCTION c4i.backlog_after(wanted text, urgency smallint, token text, OUT pending bigint, OUT oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT count(*), min(r.created_at)
    FROM (SELECT coalesce(nullif(split_part(token, ':', 1), ''), '0')::xid8 AS xid,
                 coalesce(nullif(split_part(token, ':', 2), ''), '0')::bigint AS sequence,
                 ARRAY(SELECT split_part(gap, '+', 1)::xid8 FROM string_to_table(split_part(token, ':', 3), ',') AS gap
                       WHERE gap <> '') AS gaps) AS p
        CROSS JOIN LATERAL (
            SELECT o.sequence, o.created_at FROM c4i.outbox AS o
            WHERE o.precedence = urgency AND (o.xid, o.sequence) > (p.xid, p.sequence) AND wanted = ANY (o.destinations)
            UNION ALL
            SELECT o.sequence, o.created_at FROM unnest(p.gaps) AS g (xid) JOIN c4i.outbox AS o ON o.xid = g.xid
            WHERE o.precedence = urgency AND wanted = ANY (o.destinations)) AS r
    WHERE NOT EXISTS (SELECT FROM c4i.delivery AS v
        WHERE v.sequence = r.sequence AND v.destination = wanted AND v.created_at = r.created_at)
$$;

CREATE VIEW c4i.backlog AS
SELECT s.destination, u.urgency::smallint AS precedence, b.pending, b.oldest
FROM (SELECT DISTINCT destination FROM c4i.ledger_entry) AS s
    CROSS JOIN generate_series(0, 3) AS u (urgency)
    LEFT JOIN c4i.reader_position AS r ON r.destination = s.destination AND r.precedence = u.urgency
    CROSS JOIN LATERAL c4i.backlog_after(s.destination, u.urgency::smallint, coalesce(r.token, '')) AS b;
COMMENT ON VIEW c4i.backlog IS 'Per destination and precedence: rows without a final state, and when the oldest of them was submitted.';

CREATE OR REPLACE VIEW c4i.ledger AS
SELECT s.destination, s.accepted, s.delivered, s.sent, p.pending, s.expired, s.superseded, s.rejected
FROM (SELECT destination,
             coalesce(sum(n) FILTER (WHERE state = 'accepted'), 0)::bigint AS accepted,
             coalesce(sum(n) FILTER (WHERE state = 'delivered'), 0)::bigint AS delivered,
             coalesce(sum(n) FILTER (WHERE state = 'sent'), 0)::bigint AS sent,
             coalesce(sum(n) FILTER (WHERE state = 'expired'), 0)::bigint AS expired,
             coalesce(sum(n) FILTER (WHERE state = 'superseded'), 0)::bigint AS superseded,
             coalesce(sum(n) FILTER (WHERE state = 'rejected'), 0)::bigint AS rejected
      FROM c4i.ledger_entry GROUP BY destination) AS s
    JOIN (SELECT destination, sum(pending)::bigint AS pending FROM c4i.backlog GROUP BY destination) AS p USING (destination);

DROP FUNCTION c4i.pending_after;

REVOKE ALL ON FUNCTION c4i.backlog_after FROM PUBLIC;
-- A function in a view is called by whoever reads the view.
GRANT EXECUTE ON FUNCTION c4i.backlog_after TO c4i_app, c4i_bridge;
GRANT SELECT ON c4i.backlog TO c4i_app, c4i_bridge;
RESET ROLE;
