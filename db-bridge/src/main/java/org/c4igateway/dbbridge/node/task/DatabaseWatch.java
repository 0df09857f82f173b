package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
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

    private final MultiGauge skew;
    private final MultiGauge strays;
    private final MultiGauge ahead;
    private volatile @Nullable MaintenanceState state;

    public DatabaseWatch(MeterRegistry meters) {
        this.skew = MultiGauge.builder(MeterNames.CLOCK_SKEW).register(meters);
        this.strays = MultiGauge.builder(MeterNames.DEFAULT_PARTITION_ROWS).register(meters);
        this.ahead = MultiGauge.builder(MeterNames.PARTITION_DAYS_AHEAD).register(meters);
    }

    /** @return the last state; empty while this node is not active */
    public Optional<MaintenanceState> state() {
        return Optional.ofNullable(state);
    }

    public void show(MaintenanceState now) {
        MaintenanceState before = state;
        state = now;
        skew.register(row(seconds(now.clockSkew())), true);
        strays.register(row(now.strayRows()), true);
        ahead.register(row(now.daysAhead()), true);
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
                            + " delivered all the same, and moved when no other session holds that table",
                    now.strayRows());
        }
    }

    /** Another node is active now and shows it. */
    public void clear() {
        state = null;
        List.of(skew, strays, ahead).forEach(gauge -> gauge.register(List.of(), true));
    }

    public static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }

    private static List<Row<?>> row(Number value) {
        return List.of(Row.of(Tags.empty(), value));
    }
}
