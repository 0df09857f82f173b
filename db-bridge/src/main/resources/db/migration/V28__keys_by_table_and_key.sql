-- Keys of rows elsewhere are found by table and key. An index that begins with the table looks as good to the planner while the table
-- is young, and then all keys of the table are read for each one. Pruning, which it is for, needs no table.
SET LOCAL ROLE c4i_owner;

DROP INDEX c4i.table_key_seen;
CREATE INDEX table_key_seen ON c4i.table_key (seen_at);

RESET ROLE;
