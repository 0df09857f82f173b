-- What the check of payloads found in a message that is carried all the same, kept with the message: the worst finding with its
-- place, as 'LINE:COLUMN: error|warning [rule] text'. Written by the statement that writes the row; null costs no byte.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.delivery ADD COLUMN finding text;
COMMENT ON COLUMN c4i.delivery.finding IS
    'The worst that this node found in the payload, LINE:COLUMN: error|warning [rule] text; null: nothing, or not looked at.';
ALTER TABLE c4i.inbox ADD COLUMN finding text;
COMMENT ON COLUMN c4i.inbox.finding IS
    'The worst that this node found in the payload, LINE:COLUMN: error|warning [rule] text; null: nothing, or not looked at.';

CREATE OR REPLACE VIEW c4i.received AS
SELECT received_id, received_at, origin_system, origin_sequence, topic_id, precedence, destinations, created_at, expires_at,
       label, subject, payload, finding
FROM c4i.inbox;
COMMENT ON COLUMN c4i.received.payload IS
    'The text that the origin submitted, in the encoding of the C4I server beside this node (c4i.encoding); its very bytes where both servers have the same.';
COMMENT ON COLUMN c4i.received.finding IS
    'The worst that the node found in the payload, LINE:COLUMN: error|warning [rule] text; null: nothing, or not looked at.';

CREATE OR REPLACE VIEW c4i.delivery_status AS
SELECT o.sequence, o.created_at, o.topic_id, o.precedence, d.destination, coalesce(v.state, 'pending') AS state,
       v.code, coalesce(v.detail, '') AS detail, v.at, v.finding
FROM c4i.outbox AS o
    CROSS JOIN LATERAL unnest(o.destinations) AS d (destination)
    LEFT JOIN c4i.delivery AS v
        ON v.sequence = o.sequence AND v.destination = d.destination AND v.created_at = o.created_at;
COMMENT ON COLUMN c4i.delivery_status.finding IS
    'The worst that the node found in the payload, LINE:COLUMN: error|warning [rule] text; null: nothing, not looked at, or still pending.';

-- Findings by rule among the newest rows, for people. It looks along the primary keys at a bounded number of rows, so that it
-- costs the same on an outbox of any size; the metrics count all.
CREATE VIEW c4i.findings AS
SELECT f.direction, split_part(f.finding, ' ', 2) AS severity, btrim(split_part(f.finding, ' ', 3), '[]') AS rule,
       count(DISTINCT f.message) AS messages, max(f.at) AS last_at,
       (array_agg(f.message ORDER BY f.at DESC, f.message DESC))[1] AS last_message,
       (array_agg(f.finding ORDER BY f.at DESC, f.message DESC))[1] AS last_finding
FROM (SELECT 'outbound' AS direction, v.sequence::text AS message, v.at, v.finding
      FROM (SELECT sequence, at, finding FROM c4i.delivery ORDER BY sequence DESC LIMIT 10000) AS v
      UNION ALL
      SELECT 'inbound', i.origin_system || '/' || i.origin_sequence, i.received_at, i.finding
      FROM (SELECT origin_system, origin_sequence, received_at, finding FROM c4i.inbox ORDER BY received_id DESC LIMIT 10000) AS i) AS f
WHERE f.finding IS NOT NULL
GROUP BY 1, 2, 3;
COMMENT ON VIEW c4i.findings IS
    'What the node found in payloads, by direction and rule: the worst of each message, among the newest 10,000 final states and the newest 10,000 received messages.';
GRANT SELECT ON c4i.findings TO c4i_app, c4i_bridge, c4i_console;
GRANT SELECT (finding) ON c4i.inbox TO c4i_console;

COMMENT ON FUNCTION c4i.sent_digests IS
    'Each row for a system submitted since then, with its state and the content_digest of the bytes in the outbox. Receivers digest UTF-8: where c4i.encoding is another one, compare with the digest of the converted payload (c4i resync export --encoding).';
RESET ROLE;
