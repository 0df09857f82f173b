-- Who logged in to the console, and who was refused, from where. The newest 10,000 are kept: whoever tries passwords out must not
-- fill the database.
SET LOCAL ROLE c4i_owner;

CREATE TABLE c4i.console_login (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT now(),
    actor   text        NOT NULL CHECK (length(actor) <= 64),
    address text        NOT NULL CHECK (length(address) <= 64),
    result  text        NOT NULL CHECK (result IN ('accepted', 'refused'))
);
COMMENT ON TABLE c4i.console_login IS 'Logins to the console; an empty actor is a name that nobody has.';

CREATE FUNCTION c4i.record_login(actor text, address text, result text) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
    DELETE FROM c4i.console_login AS l WHERE l.id <= (SELECT max(n.id) FROM c4i.console_login AS n) - 9999;
    INSERT INTO c4i.console_login (actor, address, result) VALUES (actor, address, result);
END;

REVOKE ALL ON FUNCTION c4i.record_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION c4i.record_login TO c4i_console;
GRANT SELECT ON c4i.console_login TO c4i_console;
RESET ROLE;
