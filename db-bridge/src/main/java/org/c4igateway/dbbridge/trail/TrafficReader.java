package org.c4igateway.dbbridge.trail;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlCall;

/**
 * Counts the newest messages by topic and peer: of the last five minutes, or the newest {@value #MAX_LOOKED_AT} when
 * that is a shorter time; so the question stays the same size at any rate. Needs a member of {@code c4i_console}.
 * Thread-safe, blocks.
 */
public final class TrafficReader {
    static final int MAX_LOOKED_AT = 20_000;

    private static final Duration LONGEST = Duration.ofMinutes(5);

    private static final String SENT = count("""
            SELECT topic_id, destinations AS systems, created_at AS at FROM c4i.outbox ORDER BY sequence DESC LIMIT
            """);

    private static final String RECEIVED = count("""
            SELECT topic_id, ARRAY[origin_system] AS systems, received_at AS at FROM c4i.inbox ORDER BY received_id DESC LIMIT
            """);

    private final DataSource dataSource;

    public TrafficReader(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** @return what was sent and received lately */
    public TrafficCounts read() {
        return SqlCall.ask(dataSource, "counting messages by topic", connection -> {
            Map<TrafficCounts.Key, Long> sent = new HashMap<>();
            Map<TrafficCounts.Key, Long> received = new HashMap<>();
            Duration sentOver = read(connection, SENT, sent);
            Duration receivedOver = read(connection, RECEIVED, received);
            return new TrafficCounts(sentOver, sent, receivedOver, received);
        });
    }

    private static Duration read(Connection connection, String sql, Map<TrafficCounts.Key, Long> counts)
            throws SQLException {
        Duration over = LONGEST;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                counts.put(new TrafficCounts.Key(row.getString(1), row.getString(2)), row.getLong(3));
                over = Duration.ofMillis(Math.max(1, row.getLong(4)));
            }
        }
        return over;
    }

    /** The time counted is cut short only where the limit on rows is what ended it. */
    private static String count(String newest) {
        return "WITH newest AS MATERIALIZED (" + newest + MAX_LOOKED_AT
                + "), recent AS (SELECT * FROM newest WHERE at > now() - interval '"
                + LONGEST.toSeconds() + " s'), span AS (SELECT CASE WHEN (SELECT count(*) FROM recent) = "
                + MAX_LOOKED_AT
                + " THEN now() - min(at) ELSE interval '" + LONGEST.toSeconds() + " s' END AS over FROM recent)"
                + " SELECT topic_id, system, count(*), (SELECT extract(epoch FROM over) * 1000 FROM span)::bigint"
                + " FROM recent CROSS JOIN LATERAL unnest(systems) AS s (system) GROUP BY topic_id, system";
    }
}
