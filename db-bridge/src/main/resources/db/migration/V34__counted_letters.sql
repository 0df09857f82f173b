-- The node counts dead letters every few seconds. Without this index each count reads the whole table, payloads included: with millions of
-- dead letters no count ended in time, and the ledger was not compacted.
SET LOCAL ROLE c4i_owner;
CREATE INDEX dead_letter_direction ON c4i.dead_letter (direction);
RESET ROLE;
