-- What people and C4I servers read. Views run with the rights of c4i_owner.
SET LOCAL ROLE c4i_owner;

CREATE VIEW c4i.received AS
SELECT received_id, received_at, origin_system, origin_sequence, topic_id, precedence, destinations, created_at, expires_at,
       label, subject, payload
FROM c4i.inbox;
COMMENT ON VIEW c4i.received IS
    'Messages for this C4I server. Read on with WHERE received_id > (last one read) ORDER BY received_id: numbers grow in commit order.';
COMMENT ON COLUMN c4i.received.origin_system IS 'With origin_sequence: identity of the message for ever; each appears once.';
COMMENT ON COLUMN c4i.received.payload IS 'The bytes as submitted by the origin.';

CREATE VIEW c4i.delivery_status AS
SELECT o.sequence, o.created_at, o.topic_id, o.precedence, d.destination, coalesce(v.state, 'pending') AS state,
       v.code, coalesce(v.detail, '') AS detail, v.at
FROM c4i.outbox AS o
    CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
    LEFT JOIN c4i.delivery AS v
        ON v.sequence = o.sequence AND v.destination = d.destination AND v.created_at = o.created_at;
COMMENT ON VIEW c4i.delivery_status IS 'What became of each submitted message for each destination.';

-- Rows without a final state behind a saved reading position: counted from rows, independent of the summary. STABLE: the
-- snapshot is the calling query's, so that both sides of the ledger are seen at one instant.
CREATE FUNCTION c4i.pending_after(wanted text, urgency smallint, token text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    SELECT count(*)
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

CREATE VIEW c4i.ledger AS
SELECT s.destination, s.accepted, s.delivered, s.sent, p.pending, s.expired, s.superseded, s.rejected
FROM (SELECT destination,
             coalesce(sum(n) FILTER (WHERE state = 'accepted'), 0)::bigint AS accepted,
             coalesce(sum(n) FILTER (WHERE state = 'delivered'), 0)::bigint AS delivered,
             coalesce(sum(n) FILTER (WHERE state = 'sent'), 0)::bigint AS sent,
             coalesce(sum(n) FILTER (WHERE state = 'expired'), 0)::bigint AS expired,
             coalesce(sum(n) FILTER (WHERE state = 'superseded'), 0)::bigint AS superseded,
             coalesce(sum(n) FILTER (WHERE state = 'rejected'), 0)::bigint AS rejected
      FROM c4i.ledger_entry GROUP BY destination) AS s
    CROSS JOIN LATERAL (
        SELECT sum(c4i.pending_after(s.destination, u.urgency::smallint, coalesce(r.token, '')))::bigint AS pending
        FROM generate_series(0, 3) AS u (urgency)
            LEFT JOIN c4i.reader_position AS r ON r.destination = s.destination AND r.precedence = u.urgency) AS p;
COMMENT ON VIEW c4i.ledger IS
    'Per destination: accepted = delivered + sent + pending + expired + superseded + rejected. Final states and accepted come from the summary, pending from rows.';

CREATE VIEW c4i.ledger_recount AS
WITH counted AS (
    SELECT destination, 'accepted' AS state, count(*) AS n FROM c4i.delivery_status GROUP BY destination
    UNION ALL
    SELECT destination, state, count(*) FROM c4i.delivery_status GROUP BY destination, state
    UNION ALL
    SELECT destination, state, n FROM c4i.ledger_retired)
SELECT destination,
       coalesce(sum(n) FILTER (WHERE state = 'accepted'), 0)::bigint AS accepted,
       coalesce(sum(n) FILTER (WHERE state = 'delivered'), 0)::bigint AS delivered,
       coalesce(sum(n) FILTER (WHERE state = 'sent'), 0)::bigint AS sent,
       coalesce(sum(n) FILTER (WHERE state = 'pending'), 0)::bigint AS pending,
       coalesce(sum(n) FILTER (WHERE state = 'expired'), 0)::bigint AS expired,
       coalesce(sum(n) FILTER (WHERE state = 'superseded'), 0)::bigint AS superseded,
       coalesce(sum(n) FILTER (WHERE state = 'rejected'), 0)::bigint AS rejected
FROM counted GROUP BY destination;
COMMENT ON VIEW c4i.ledger_recount IS 'The ledger counted again from rows alone; slow, for audits.';

CREATE VIEW c4i.inbox_ledger AS
SELECT origin_system,
       coalesce(sum(n) FILTER (WHERE state = 'received'), 0)::bigint AS received,
       coalesce(sum(n) FILTER (WHERE state = 'duplicate'), 0)::bigint AS duplicates,
       coalesce(sum(n) FILTER (WHERE state = 'parked'), 0)::bigint AS parked
FROM c4i.inbox_entry GROUP BY origin_system;
COMMENT ON VIEW c4i.inbox_ledger IS 'Per origin: messages received, duplicates suppressed, messages parked. Origin '''' when unknown.';
