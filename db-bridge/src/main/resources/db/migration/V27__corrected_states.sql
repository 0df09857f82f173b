-- A final state that changes after all (GW-318) is written once more into the row of a table elsewhere that its message was made of.
SET LOCAL ROLE c4i_owner;

ALTER TABLE c4i.table_key ADD COLUMN corrections integer;
COMMENT ON COLUMN c4i.table_key.corrections IS
    'How often the final state of its message changed after all; null where no state is written into the row.';
UPDATE c4i.table_key SET corrections = 0 WHERE awaiting;
CREATE INDEX table_key_corrections ON c4i.table_key (sequence) WHERE corrections IS NOT NULL;
GRANT UPDATE (corrections) ON c4i.table_key TO c4i_bridge;

-- Replaces the one of V26: rows elsewhere are to be written again. Counting locks the keys, so that whoever has just written the former
-- state there does not take it for the last one.
CREATE OR REPLACE FUNCTION c4i.taken_after_all(expected bigint, receiver text, numbers bigint[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    changed bigint[];
BEGIN
    PERFORM c4i.fence(expected);
    WITH updated AS (
        UPDATE c4i.delivery AS v SET state = 'delivered', code = 'GW-318', at = now(),
            detail = left('refused first: ' || coalesce(v.code || ' ', '') || v.detail, 1000)
        WHERE v.sequence = ANY (numbers) AND v.destination = receiver AND v.state = 'rejected'
        RETURNING v.sequence)
    SELECT coalesce(array_agg(u.sequence), '{}') INTO changed FROM updated AS u;
    IF cardinality(changed) > 0 THEN
        INSERT INTO c4i.ledger_entry (destination, state, n)
        VALUES (receiver, 'rejected', -cardinality(changed)), (receiver, 'delivered', cardinality(changed));
        UPDATE c4i.table_key AS k SET awaiting = true, corrections = k.corrections + 1
        WHERE k.sequence = ANY (changed) AND k.corrections IS NOT NULL;
    END IF;
    RETURN cardinality(changed);
END $$;

RESET ROLE;
