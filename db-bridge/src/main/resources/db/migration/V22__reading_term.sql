-- A node keeps in memory how far it has read the outbox, as a transaction snapshot. When the server crashes, numbers of transactions
-- whose log it had not written yet are lost and given again, below what the node believes to have read: such rows would wait unseen.
-- So each position belongs to a reading term, which ends with a crash of the server or a change to its standby. PostgreSQL empties an
-- unlogged table in exactly these cases, and keeps it over an orderly restart, which loses no numbers.
SET LOCAL ROLE c4i_owner;

CREATE UNLOGGED TABLE c4i.reading_term (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    term     uuid    NOT NULL
);
COMMENT ON TABLE c4i.reading_term IS 'Since when no number of a transaction was given twice. A crash of the server empties it.';

-- The present term; begins one when there is none.
CREATE FUNCTION c4i.present_reading_term() RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    present uuid;
BEGIN
    SELECT t.term INTO present FROM c4i.reading_term AS t;
    IF present IS NULL THEN
        INSERT INTO c4i.reading_term (term) VALUES (gen_random_uuid()) ON CONFLICT DO NOTHING;
        SELECT t.term INTO present FROM c4i.reading_term AS t;
    END IF;
    RETURN present;
END $$;
COMMENT ON FUNCTION c4i.present_reading_term IS 'Which positions in memory are still valid; for the bridge.';

REVOKE ALL ON FUNCTION c4i.present_reading_term FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.present_reading_term TO c4i_bridge;
