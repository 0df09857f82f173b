package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.dbbridge.table.access.ForeignDatabase.Batches;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions with the database elsewhere, each opened when it is asked for first. Used by one thread. */
public final class ForeignSessions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignSessions.class);

    private final ForeignDatabase database;
    private final Map<Use, Connection> open = new EnumMap<>(Use.class);

    /** What a session is for. */
    private enum Use {
        READING(Batches.OF_STATEMENTS),
        MARKING(Batches.OF_PARAMETERS),
        WRITING(Batches.OF_STATEMENTS);

        private final Batches batches;

        Use(Batches batches) {
            this.batches = batches;
        }
    }

    public ForeignSessions(ForeignDatabase database) {
        this.database = database;
    }

    /** @return for queries that stay open while another session writes; blocks up to some seconds */
    public Connection reading() throws SQLException {
        return session(Use.READING);
    }

    /** @return for batches of one plain UPDATE; blocks up to some seconds */
    public Connection marking() throws SQLException {
        return session(Use.MARKING);
    }

    /** @return for everything else that is written; blocks up to some seconds */
    public Connection writing() throws SQLException {
        return session(Use.WRITING);
    }

    private Connection session(Use use) throws SQLException {
        Connection session = open.get(use);
        if (session == null) {
            session = database.open(use.batches);
            open.put(use, session);
        }
        return session;
    }

    /** Ends the transactions of all of them. */
    public void rollback() throws SQLException {
        for (Connection session : open.values()) {
            session.rollback();
        }
    }

    /** Gives the sessions back; the next call opens others. */
    @Override
    public void close() {
        for (Connection session : open.values()) {
            try {
                session.close();
            } catch (SQLException e) {
                LOG.debug("was gone", e);
            }
        }
        open.clear();
    }
}
