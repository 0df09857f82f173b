package org.c4igateway.dbbridge.publish;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.jspecify.annotations.Nullable;

/**
 * Moves what was published to the outbox, where its destinations are fixed. Each call is one transaction behind the
 * fence, so that a crash leaves each message either published or routed. Thread-safe; blocks on the database.
 */
public final class PublicationRouting {
    private static final int BATCH_ROWS = 512;

    private final DataSource dataSource;
    private final LongSupplier epoch;

    /**
     * @param dataSource pool; stays the caller's
     * @param epoch epoch under which this node last became active
     */
    public PublicationRouting(DataSource dataSource, LongSupplier epoch) {
        this.dataSource = Objects.requireNonNull(dataSource);
        this.epoch = Objects.requireNonNull(epoch);
    }

    /** @return how many messages it looked at, most urgent first; 0 when none waits */
    public int route() {
        return call("SELECT c4i.route_publications(?, ?)", "routing what was published", null);
    }

    /** @return how many messages it looked at for subscribers that look back; 0 when there is nothing to copy */
    public int copyLookBack() {
        return call("SELECT c4i.copy_look_back(?, ?)", "copying what a subscriber looks back to", null);
    }

    /** @return how many messages it ended that nobody has subscribed to for {@code patience} */
    public int endUnclaimed(Duration patience) {
        return call(
                "SELECT c4i.end_unclaimed(?, make_interval(secs => ?), ?)",
                "ending what nobody subscribes to",
                patience.toMillis() / 1_000.0);
    }

    private int call(String sql, String doing, @Nullable Double seconds) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            int at = 1;
            statement.setLong(at++, epoch.getAsLong());
            if (seconds != null) {
                statement.setDouble(at++, seconds);
            }
            statement.setInt(at, BATCH_ROWS);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        } catch (SQLException e) {
            throw SqlFaults.translate(e, doing);
        }
    }
}
