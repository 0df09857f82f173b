package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.metric.GaugeRows;
import org.c4igateway.core.metric.GaugeRows.Row;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.retention.MaintenanceState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the state of the interface database that its owner must watch: clock, stray rows, partitions ahead. It appears
 * as gauges, in health, and in the log when a problem begins or ends. {@link #show} and {@link #clear} are called by
 * one thread.
 */
public final class DatabaseWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);
    private static final double MILLIS = 1_000;

    private final GaugeRows skew;
    private final GaugeRows strays;
    private final GaugeRows ahead;
    private volatile @Nullable MaintenanceState state;

    public DatabaseWatch(MeterRegistry meters) {
        this.skew = new GaugeRows(meters, MeterNames.CLOCK_SKEW, "Clock of the database minus that of the node");
        this.strays =
                new GaugeRows(meters, MeterNames.DEFAULT_PARTITION_ROWS, "Rows that missed the partition of their day");
        this.ahead = new GaugeRows(
                meters, MeterNames.PARTITION_DAYS_AHEAD, "Days after today that have partitions, without a gap");
    }

    /** @return the last state; empty while this node is not active */
    public Optional<MaintenanceState> state() {
        return Optional.ofNullable(state);
    }

    public void show(MaintenanceState now) {
        MaintenanceState before = state;
        state = now;
        skew.show(row(seconds(now.clockSkew())));
        strays.show(row(now.strayRows()));
        ahead.show(row(now.daysAhead()));
        boolean disagreed = before != null && before.clocksDisagree();
        if (now.clocksDisagree() && !disagreed) {
            LOG.warn(
                    "{}: the clock of the interface database is {} s {} this node's. Until they agree, nothing is deleted from"
                            + " the database, and expiry and ages are wrong by this amount. Set the wrong clock.",
                    ErrorCode.CLOCK_SKEW.code(),
                    seconds(now.clockSkew().abs()),
                    now.clockSkew().isNegative() ? "behind" : "ahead of");
        } else if (disagreed && !now.clocksDisagree()) {
            LOG.info("The clock of the interface database and this node's agree again");
        }
        if (now.strayRows() > 0 && (before == null || before.strayRows() == 0)) {
            LOG.warn(
                    "{} rows are in a default partition, because the partition of their day did not exist. They are"
                            + " delivered, and moved when no other session holds that table",
                    now.strayRows());
        }
    }

    /** Another node is active now and shows it. */
    public void clear() {
        state = null;
        List.of(skew, strays, ahead).forEach(gauge -> gauge.show(List.of()));
    }

    public static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    private static List<Row> row(Number value) {
        return List.of(Row.of(Tags.empty(), value));
    }
}
