-- A row whose condition fails (a cast, a division) is parked and set aside: nobody knows whether it is a message. Nothing is written into
-- it, and it is taken like any other once its server has mended it.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.table_key ADD COLUMN aside boolean NOT NULL DEFAULT false;
ALTER TABLE c4i.table_key ADD COLUMN taken boolean NOT NULL DEFAULT true;
COMMENT ON TABLE c4i.table_key IS 'Rows of tables elsewhere that were taken or set aside; the sequence is null for a row that was parked.';
COMMENT ON COLUMN c4i.table_key.aside IS 'The condition of the mapping fails for the row; it is judged again at each look.';
COMMENT ON COLUMN c4i.table_key.taken IS 'Whether the row became a message or was parked as none; false: it may become one.';
CREATE INDEX table_key_aside ON c4i.table_key (source, key) WHERE aside;

-- Rows that were set aside and have been judged: taken ones stay known, the others are forgotten.
CREATE FUNCTION c4i.judged_table_keys(of_source text, keys text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    DELETE FROM c4i.table_key AS k WHERE k.source = of_source AND k.key = ANY (keys) AND k.aside AND NOT k.taken;
    UPDATE c4i.table_key AS k SET aside = false WHERE k.source = of_source AND k.key = ANY (keys) AND k.aside;
$$;

-- Parks a row of the C4I server of which an expression fails; called by the triggers of ./c4i adopt, in the transaction of the row.
CREATE FUNCTION c4i.park_row(mapping text, reason text, payload bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO c4i.dead_letter (direction, source, origin_system, topic_id, code, reason, payload)
    VALUES ('outbound', 'adopt ' || mapping, (SELECT n.system_name FROM c4i.node AS n), '', 'GW-406', park_row.reason,
        coalesce(park_row.payload, ''));
$$;
COMMENT ON FUNCTION c4i.park_row IS 'Parks a row of an adopted table for which an expression of its mapping fails.';

REVOKE ALL ON FUNCTION c4i.judged_table_keys, c4i.park_row FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.judged_table_keys TO c4i_bridge;
GRANT UPDATE (sequence, at, aside, taken) ON c4i.table_key TO c4i_bridge;
RESET ROLE;
