-- Each role gets what it needs and nothing more.
SET LOCAL ROLE c4i_owner;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA c4i FROM PUBLIC;
-- A function in a view is called by whoever reads the view.
GRANT EXECUTE ON FUNCTION c4i.pending_after TO c4i_app, c4i_bridge;

-- The C4I server: submit and read.
GRANT EXECUTE ON FUNCTION c4i.submit, c4i.submit_text, c4i.submit_batch TO c4i_app;
GRANT SELECT ON c4i.received, c4i.delivery_status, c4i.ledger, c4i.ledger_recount, c4i.inbox_ledger TO c4i_app;

-- The bridge: read the outbox, insert the rest, delete nothing; partitions and pruning through functions only.
GRANT SELECT ON c4i.outbox, c4i.lease, c4i.node TO c4i_bridge;
GRANT SELECT, INSERT ON c4i.delivery, c4i.inbox, c4i.inbox_key, c4i.dead_letter TO c4i_bridge;
GRANT INSERT ON c4i.ledger_entry, c4i.inbox_entry TO c4i_bridge;
GRANT SELECT, INSERT, UPDATE ON c4i.reader_position TO c4i_bridge;
GRANT USAGE ON SEQUENCE c4i.inbox_sequence TO c4i_bridge;
GRANT SELECT ON c4i.received, c4i.delivery_status, c4i.ledger, c4i.ledger_recount, c4i.inbox_ledger TO c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.take_lease, c4i.fence, c4i.after_restore, c4i.claim_node, c4i.create_partitions,
    c4i.default_partition_rows, c4i.drop_partitions, c4i.compact_ledger, c4i.prune_inbox_keys, c4i.prune_dead_letters
    TO c4i_bridge;

RESET ROLE;
GRANT USAGE ON SCHEMA c4i TO c4i_app, c4i_bridge;
GRANT SELECT ON c4i.schema_history TO c4i_bridge;
