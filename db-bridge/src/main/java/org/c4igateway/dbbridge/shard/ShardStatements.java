package org.c4igateway.dbbridge.shard;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;

/** Reads and changes how an interface database is divided. Each method is one look or one transaction. */
public final class ShardStatements {
    private static final String LEASES = """
            SELECT n.shard, coalesce(l.holder, ''), coalesce(l.epoch, 0), l.since
            FROM generate_series(0, c4i.shards() - 1) AS n (shard)
                LEFT JOIN (SELECT 0 AS shard, f.holder, f.epoch, f.since FROM c4i.lease AS f
                    UNION ALL SELECT s.shard, s.holder, s.epoch, s.since FROM c4i.shard_lease AS s) AS l
                ON l.shard = n.shard
            ORDER BY n.shard
            """;

    private static final String LOCKS = """
            SELECT l.classid::bigint || ', ' || l.objid::bigint FROM pg_locks AS l
            WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
                AND l.database = (SELECT d.oid FROM pg_database AS d WHERE d.datname = current_database())
            """;

    private ShardStatements() {}

    /** @return a line for each shard, from the first */
    public static List<ShardLine> lines(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            Set<String> held = new HashSet<>();
            try (ResultSet row = statement.executeQuery(LOCKS)) {
                while (row.next()) {
                    held.add(row.getString(1));
                }
            }
            List<ShardLine> lines = new ArrayList<>();
            try (ResultSet row = statement.executeQuery(LEASES)) {
                while (row.next()) {
                    int number = row.getInt(1);
                    String holder = row.getString(2);
                    OffsetDateTime at = row.getObject(4, OffsetDateTime.class);
                    Instant since = at == null || holder.isEmpty() ? null : at.toInstant();
                    boolean isHeld = held.contains(AdvisoryLock.activeOf(number));
                    lines.add(new ShardLine(number, holder, row.getLong(3), since, isHeld));
                }
            }
            return lines;
        }
    }

    /** Divides the database into so many shards; for the owner of the schema. */
    public static void divide(Connection connection, int shards) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.set_shards(?)")) {
            statement.setInt(1, shards);
            statement.execute();
        }
    }
}
