package org.c4igateway.test.e2e.mesh;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.c4igateway.dbbridge.database.TestDatabase;

/**
 * Holds the session that inserts the n-th row into a table, in its transaction, until this is closed: a trigger waits
 * for a lock that this has. The database stays as a site could have it; the node knows nothing of it.
 */
public final class HeldTransaction implements AutoCloseable {
    private static final int LOCK = 815;
    private final TestDatabase database;
    private final String table;
    private final Connection holder;

    /** @param row which one from now on, from 1 */
    public HeldTransaction(TestDatabase database, String table, int row) throws SQLException {
        this.database = database;
        this.table = table;
        this.holder = database.owner();
        try (Statement statement = holder.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            statement.execute(trigger(row));
        } catch (SQLException e) {
            holder.close();
            throw e;
        }
    }

    private String trigger(int row) {
        return """
            DROP SEQUENCE IF EXISTS public.held_rows CASCADE;
            CREATE SEQUENCE public.held_rows;
            CREATE OR REPLACE FUNCTION public.hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
            BEGIN
                IF nextval('public.held_rows') = %d THEN
                    PERFORM pg_advisory_xact_lock(%d);
                END IF;
                RETURN NEW;
            END $$;
            CREATE OR REPLACE TRIGGER held BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION public.hold()
            """.formatted(row, LOCK, table);
    }

    /** Waits until a session is held. */
    public void awaitHeld() {
        await("somebody inserts into " + table)
                .atMost(Duration.ofSeconds(90))
                .until(() ->
                        database.number("SELECT count(*) FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database"
                                        + " WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.objid = "
                                        + LOCK
                                        + " AND NOT l.granted")
                                == 1);
    }

    @Override
    public void close() throws SQLException {
        holder.close();
        database.execute(removal());
    }

    /**
     * The table is locked before its partitions, in the order of who inserts. {@code DROP TRIGGER} alone takes the
     * partitions first, so that it and the transaction that has just been let go can wait for each other.
     */
    private String removal() {
        return """
            DO $$
            BEGIN
                LOCK TABLE %1$s IN ACCESS EXCLUSIVE MODE;
                DROP TRIGGER held ON %1$s;
            END $$""".formatted(table);
    }
}
