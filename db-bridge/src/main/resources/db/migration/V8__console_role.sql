-- A node's console reads; it gets a login of its own, so that the data path's login needs nothing more and a fault in a page
-- can write nothing. Payloads of messages are not among what it reads, those of dead letters are.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'c4i_console') THEN
        CREATE ROLE c4i_console NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- created by the migration of another interface database meanwhile
END $$;

SET LOCAL ROLE c4i_owner;
GRANT SELECT ON c4i.ledger, c4i.backlog, c4i.inbox_ledger, c4i.delivery_status, c4i.delivery, c4i.inbox_key, c4i.dead_letter,
    c4i.node, c4i.lease TO c4i_console;
GRANT SELECT (sequence, created_at, expires_at, topic_id, precedence, destinations, label, subject, payload_size)
    ON c4i.outbox TO c4i_console;
GRANT SELECT (received_id, received_at, origin_system, origin_sequence, topic_id, precedence, destinations, created_at, expires_at,
    label, subject) ON c4i.inbox TO c4i_console;
-- A function in a view is called by whoever reads the view.
GRANT EXECUTE ON FUNCTION c4i.backlog_after TO c4i_console;
RESET ROLE;
GRANT USAGE ON SCHEMA c4i TO c4i_console;
