package org.c4igateway.dbbridge.lease;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.dbbridge.shard.Shard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log which node serves while this one stands by, once for each holder. One thread. */
final class ServingNode {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxLease.class);

    private final String self;
    private final LeaseNames names;
    private final String holder;
    private final String session;
    /** Holder and epoch of which the log says that they serve. */
    private String told = "";

    /** @param self holder's name of this node */
    ServingNode(String self, Shard shard) {
        this.self = self;
        this.names = new LeaseNames(shard);
        this.holder = "SELECT holder, epoch FROM " + shard.leaseRow();
        this.session = "SELECT host(a.client_addr) FROM pg_locks AS l JOIN pg_stat_activity AS a"
                + " ON a.pid = l.pid WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint, l.objid::bigint) = ("
                + AdvisoryLock.activeOf(shard.number())
                + ") AND a.datname = current_database() AND l.database = a.datid AND a.client_addr IS NOT NULL";
    }

    /** Says it again when this node stands by the next time. */
    void forget() {
        told = "";
    }

    void tell(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(holder)) {
            if (row.next()) {
                tell(connection, row.getString(1), row.getLong(2));
            }
        }
    }

    /** @param other its name; empty before the first one has written its own */
    private void tell(Connection connection, String other, long itsEpoch) throws SQLException {
        String serves = other + " " + itsEpoch;
        if (!serves.equals(told)) {
            String name = self.equals(other)
                    ? "An earlier session of this node"
                    : other.isEmpty() ? "Another node" : "'" + other + "'";
            LOG.info(
                    "This node stands by. {} serves the database{} with epoch {}",
                    name,
                    names.inLog() + address(connection),
                    itsEpoch);
            told = serves;
        }
    }

    /** @return where the session comes from that has the lock, as far as this login may see it */
    private String address(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(session)) {
            return row.next() ? " from " + row.getString(1) : "";
        }
    }
}
