package org.c4igateway.dbbridge.inbox;

import java.sql.SQLException;
import org.c4igateway.dbbridge.database.TestDatabase;

/** What a site adds to the inbox. */
final class SiteTriggers {
    private SiteTriggers() {}

    /** A trigger of the site; its calls are counted in a sequence, which no rollback takes back. */
    static void raise(TestDatabase database, String when, String condition, String state) throws SQLException {
        database.execute("CREATE SEQUENCE site_count; GRANT ALL ON SEQUENCE site_count TO PUBLIC;"
                + " CREATE VIEW site_calls AS SELECT last_value AS calls FROM site_count;");
        add(
                database,
                "site",
                " IF " + condition + " THEN PERFORM nextval('public.site_count');"
                        + " RAISE EXCEPTION USING ERRCODE = '" + state + "', MESSAGE = 'not at this site'; END IF;",
                when + " INSERT ON c4i.inbox");
    }

    /**
     * A trigger for each row.
     *
     * @param statements of its function, in PL/pgSQL
     * @param event such as {@code BEFORE INSERT ON c4i.inbox}
     */
    static void add(TestDatabase database, String name, String statements, String event) throws SQLException {
        database.execute("CREATE FUNCTION public." + name + "() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                + statements + " RETURN NEW; END $$;"
                + " CREATE TRIGGER " + name + " " + event + " FOR EACH ROW EXECUTE FUNCTION public." + name + "()");
    }
}
