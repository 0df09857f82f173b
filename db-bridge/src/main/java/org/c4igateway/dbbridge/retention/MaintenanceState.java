package org.c4igateway.dbbridge.retention;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlCall;

/**
 * What has to be watched about an interface database besides its ledger.
 *
 * @param clockSkew the clock of the database minus that of this node; zero when the answer's own duration explains the
 *     difference
 * @param strayRows rows in a default partition, counted up to 10,000 for each of the three tables
 * @param daysAhead days without a gap for which all tables have partitions, today not counted; -1 when today's lacks
 * @param today the day, by the clock of the database
 */
public record MaintenanceState(Duration clockSkew, long strayRows, int daysAhead, LocalDate today) {
    /** From this difference on the two clocks disagree, and nothing is deleted by either. */
    public static final Duration MAX_SKEW = Duration.ofMinutes(1);

    /** Asks the database. Blocks. */
    public static MaintenanceState read(DataSource dataSource, InstantSource time) {
        return SqlCall.ask(dataSource, "looking at the partitions and the clock", connection -> read(connection, time));
    }

    static MaintenanceState read(Connection connection, InstantSource time) throws SQLException {
        Instant asked = time.instant();
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT clock, stray_rows, days_ahead FROM c4i.maintenance_state()")) {
            row.next();
            Instant clock = row.getObject(1, OffsetDateTime.class).toInstant();
            return new MaintenanceState(
                    skew(clock, asked, time.instant()),
                    row.getLong(2),
                    row.getInt(3),
                    LocalDate.ofInstant(clock, ZoneOffset.UTC));
        }
    }

    /** @return whether the clocks differ by more than {@link #MAX_SKEW} */
    public boolean clocksDisagree() {
        return clockSkew.abs().compareTo(MAX_SKEW) > 0;
    }

    private static Duration skew(Instant clock, Instant asked, Instant answered) {
        if (clock.isBefore(asked)) {
            return Duration.between(asked, clock);
        }
        return clock.isAfter(answered) ? Duration.between(answered, clock) : Duration.ZERO;
    }
}
