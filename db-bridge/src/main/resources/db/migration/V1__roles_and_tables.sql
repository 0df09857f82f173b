-- Interface database of the C4I gateway. Works on PostgreSQL 15 and later.
--
-- Run by a superuser, or by a role with CREATEROLE and CREATE on the database. Everything created here belongs to
-- c4i_owner; nobody logs in as that role.

-- Roles belong to the cluster, not to this database: another interface database may have created them already, perhaps
-- at this very moment.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['c4i_owner', 'c4i_bridge', 'c4i_app'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; -- created by the other one meanwhile
        END;
    END LOOP;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        EXECUTE format('GRANT c4i_owner TO %I', current_user);
    END IF;
END $$;

GRANT USAGE, CREATE ON SCHEMA c4i TO c4i_owner;
SET LOCAL ROLE c4i_owner;

-- What C4I servers submit. Insert only: no statement of the data path updates or deletes a row. Partitioned by day (UTC);
-- old days are dropped whole.
CREATE SEQUENCE c4i.outbox_sequence AS bigint;

CREATE TABLE c4i.outbox (
    sequence     bigint      NOT NULL CHECK (sequence > 0),
    xid          xid8        NOT NULL,
    created_at   timestamptz NOT NULL CHECK (isfinite(created_at)),
    expires_at   timestamptz,
    topic_id     text        NOT NULL,
    precedence   smallint    NOT NULL CHECK (precedence BETWEEN 0 AND 3),
    destinations text[]      NOT NULL CHECK (cardinality(destinations) > 0),
    label        text        NOT NULL DEFAULT '',
    subject      text        NOT NULL DEFAULT '',
    payload_size integer     NOT NULL CHECK (payload_size = octet_length(payload)),
    payload      bytea       NOT NULL,
    PRIMARY KEY (sequence, created_at)
) PARTITION BY RANGE (created_at);
-- EXTERNAL: a large payload goes out of line uncompressed; compressing costs more than it saves on a row read once.
ALTER TABLE c4i.outbox ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX outbox_reading ON c4i.outbox (precedence, xid, sequence);
COMMENT ON TABLE c4i.outbox IS 'Messages submitted by the C4I server of this system; written through c4i.submit only.';
COMMENT ON COLUMN c4i.outbox.sequence IS 'Identity of the message within this system, for ever.';
COMMENT ON COLUMN c4i.outbox.xid IS 'Transaction that submitted the row; the bridge reads in (xid, sequence) order by transaction snapshots.';
COMMENT ON COLUMN c4i.outbox.expires_at IS 'After this instant the message is worthless and ends as expired; null: never.';
COMMENT ON COLUMN c4i.outbox.precedence IS '0 FLASH, 1 IMMEDIATE, 2 PRIORITY, 3 ROUTINE.';

-- The one final state of a row for one destination; a pair without a row here is pending. Partitioned by the outbox row's
-- creation, so that both days go together.
CREATE TABLE c4i.delivery (
    sequence    bigint      NOT NULL,
    created_at  timestamptz NOT NULL,
    destination text        NOT NULL,
    state       text        NOT NULL CHECK (state IN ('delivered', 'sent', 'expired', 'superseded', 'rejected')),
    code        text,
    detail      text        NOT NULL DEFAULT '',
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sequence, destination, created_at)
) PARTITION BY RANGE (created_at);
COMMENT ON TABLE c4i.delivery IS 'Final state of each outbox row for each destination; insert only.';
COMMENT ON COLUMN c4i.delivery.code IS 'GW-nnn, why it was expired or rejected.';

-- What arrived for the C4I server of this system. One bridge writes it, one transaction after the other, therefore
-- received_id grows in commit order.
CREATE SEQUENCE c4i.inbox_sequence AS bigint;

CREATE TABLE c4i.inbox (
    received_id     bigint      NOT NULL,
    received_at     timestamptz NOT NULL,
    origin_system   text        NOT NULL,
    origin_sequence bigint      NOT NULL,
    topic_id        text        NOT NULL,
    precedence      smallint    NOT NULL,
    destinations    text[]      NOT NULL,
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz,
    label           text        NOT NULL,
    subject         text        NOT NULL,
    payload         bytea       NOT NULL
) PARTITION BY RANGE (received_at);
ALTER TABLE c4i.inbox ALTER COLUMN payload SET STORAGE EXTERNAL;
CREATE INDEX inbox_reading ON c4i.inbox (received_id);
COMMENT ON TABLE c4i.inbox IS 'Messages received for this system; read through c4i.received.';

-- The exactly-once key. Kept longer than the inbox itself: a message sent again after its inbox day was dropped is still
-- recognised. The BRIN index serves the deletion of old keys.
CREATE TABLE c4i.inbox_key (
    origin_system   text        NOT NULL,
    origin_sequence bigint      NOT NULL,
    received_at     timestamptz NOT NULL,
    PRIMARY KEY (origin_system, origin_sequence)
);
CREATE INDEX inbox_key_age ON c4i.inbox_key USING brin (received_at);
COMMENT ON TABLE c4i.inbox_key IS 'Identities of received messages; makes the inbox exactly-once.';

-- Whatever is not delivered, with its bytes and the reason.
CREATE TABLE c4i.dead_letter (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at              timestamptz NOT NULL DEFAULT now(),
    direction       text        NOT NULL CHECK (direction IN ('outbound', 'inbound')),
    source          text        NOT NULL,
    origin_system   text,
    origin_sequence bigint,
    topic_id        text,
    destination     text,
    code            text        NOT NULL,
    reason          text        NOT NULL,
    payload         bytea       NOT NULL
);
CREATE INDEX dead_letter_age ON c4i.dead_letter USING brin (at);
COMMENT ON TABLE c4i.dead_letter IS 'Messages parked with their bytes and the reason.';
COMMENT ON COLUMN c4i.dead_letter.direction IS 'outbound: an outbox row; inbound: something that arrived.';

-- The system whose interface database this is.
CREATE TABLE c4i.node (
    only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    system_name text        NOT NULL,
    settings    jsonb       NOT NULL DEFAULT '{}',
    timeline    integer     NOT NULL,
    changed_at  timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE c4i.node IS 'Name of the system that owns this database, set by its bridge.';
COMMENT ON COLUMN c4i.node.timeline IS 'Timeline of the server when the bridge last looked; a change means a failover or a restore.';

-- Where the bridge starts reading after a restart. The only rows of the data path that are updated: tiny, rare, HOT.
CREATE TABLE c4i.reader_position (
    destination text        NOT NULL,
    precedence  smallint    NOT NULL,
    token       text        NOT NULL,
    changed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (destination, precedence)
) WITH (fillfactor = 50);
COMMENT ON COLUMN c4i.reader_position.token IS 'xid:sequence:gap,gap...; see ReadPosition in the bridge.';

-- Which bridge is active. Updated at a takeover only.
CREATE TABLE c4i.lease (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    epoch    bigint      NOT NULL,
    holder   text        NOT NULL,
    since    timestamptz NOT NULL DEFAULT now()
);
INSERT INTO c4i.lease (epoch, holder) VALUES (0, '');

-- The summary side of the ledger: n more rows reached this state. Insert only; compacted in maintenance.
CREATE TABLE c4i.ledger_entry (
    destination text        NOT NULL,
    state       text        NOT NULL,
    n           bigint      NOT NULL,
    at          timestamptz NOT NULL DEFAULT now()
);
-- What the rows of dropped days added up to, so that counting rows again still gives everything.
CREATE TABLE c4i.ledger_retired (LIKE c4i.ledger_entry INCLUDING DEFAULTS);
-- The same summary for what arrived: received, duplicate, parked, by origin ('' when unknown).
CREATE TABLE c4i.inbox_entry (
    origin_system text        NOT NULL,
    state         text        NOT NULL CHECK (state IN ('received', 'duplicate', 'parked')),
    n             bigint      NOT NULL,
    at            timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION c4i.count_accepted() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    INSERT INTO c4i.ledger_entry (destination, state, n)
    SELECT d.destination, 'accepted', count(*)
    FROM accepted_rows AS r CROSS JOIN LATERAL unnest(r.destinations) AS d (destination)
    GROUP BY d.destination;
    RETURN NULL;
END $$;

CREATE TRIGGER outbox_accepted AFTER INSERT ON c4i.outbox
    REFERENCING NEW TABLE AS accepted_rows
    FOR EACH STATEMENT EXECUTE FUNCTION c4i.count_accepted();

-- Safety net for days that nobody created.
CREATE TABLE c4i.outbox_default PARTITION OF c4i.outbox DEFAULT;
CREATE TABLE c4i.delivery_default PARTITION OF c4i.delivery DEFAULT;
CREATE TABLE c4i.inbox_default PARTITION OF c4i.inbox DEFAULT;
