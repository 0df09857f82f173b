-- Which rows of tables elsewhere have become messages, and how far received messages have been brought to such tables. The node
-- writes both in the transaction that submits or parks, so a row that is read again after a crash is recognised.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.table_key (
    source   text        NOT NULL CHECK (length(source) <= 128),
    key      text        NOT NULL,
    sequence bigint,
    at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (source, key)
);
COMMENT ON TABLE c4i.table_key IS 'Rows of tables elsewhere that were taken, once for ever; the sequence is null for a row that was parked.';

CREATE TABLE c4i.table_position (
    source   text        PRIMARY KEY CHECK (length(source) <= 128),
    position bigint      NOT NULL,
    at       timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE c4i.table_position IS 'Outbound: the highest watermark taken; inbound: the last received_id that was brought to the table.';

GRANT SELECT, INSERT ON c4i.table_key TO c4i_bridge;
GRANT SELECT, INSERT, UPDATE ON c4i.table_position TO c4i_bridge;
GRANT EXECUTE ON FUNCTION c4i.submit_batch TO c4i_bridge;

RESET ROLE;
