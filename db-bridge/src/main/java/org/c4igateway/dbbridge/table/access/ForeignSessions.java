package org.c4igateway.dbbridge.table.access;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.table.access.ForeignDatabase.Batches;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions with the database elsewhere, each opened when it is asked for first. Used by one thread. */
public final class ForeignSessions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignSessions.class);

    private final ForeignDatabase database;
    private @Nullable Connection reading;
    private @Nullable Connection marking;
    private @Nullable Connection writing;

    public ForeignSessions(ForeignDatabase database) {
        this.database = database;
    }

    /** @return for queries that stay open while another session writes; blocks up to some seconds */
    public Connection reading() throws SQLException {
        Connection session = reading == null ? database.open(Batches.OF_STATEMENTS) : reading;
        reading = session;
        return session;
    }

    /** @return for batches of one plain UPDATE; blocks up to some seconds */
    public Connection marking() throws SQLException {
        Connection session = marking == null ? database.open(Batches.OF_PARAMETERS) : marking;
        marking = session;
        return session;
    }

    /** @return for everything else that is written; blocks up to some seconds */
    public Connection writing() throws SQLException {
        Connection session = writing == null ? database.open(Batches.OF_STATEMENTS) : writing;
        writing = session;
        return session;
    }

    /** Ends the transactions of all of them. */
    public void rollback() throws SQLException {
        for (Connection session :
                Stream.of(reading, marking, writing).filter(Objects::nonNull).toList()) {
            session.rollback();
        }
    }

    /** Gives the sessions back; the next call opens others. */
    @Override
    public void close() {
        close(reading);
        close(marking);
        close(writing);
        reading = null;
        marking = null;
        writing = null;
    }

    private static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("was gone", e);
            }
        }
    }
}
