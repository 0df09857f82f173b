package org.c4igateway.dbbridge.node.task;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.retention.MaintenanceState;

/**
 * Shows the interface database and its ledger while this node is active. What could not be looked at for {@link
 * LookAge#LIMIT} is cleared, because old numbers look like present ones. One thread.
 */
public final class LedgerLook {
    private final LedgerMetrics metrics;
    private final UnroutedRows unrouted;
    private final DatabaseWatch watch;
    private final LookPace pace;
    private final LookAge ledgerAge;
    private final LookAge watchAge;

    /** What is looked at. Each call blocks, and throws a fault of the database. */
    public interface Source {
        /** @return clock and partitions */
        MaintenanceState database();

        /** @return the ledger at one instant */
        LedgerSnapshot ledger();

        /** Told what is shown now. */
        void seen(LedgerSnapshot ledger);
    }

    /**
     * @param meters where the age of the last whole look goes
     * @param nanoTime a clock that is never set
     */
    public LedgerLook(
            LedgerMetrics metrics,
            UnroutedRows unrouted,
            DatabaseWatch watch,
            MeterRegistry meters,
            LongSupplier nanoTime) {
        this.metrics = metrics;
        this.unrouted = unrouted;
        this.watch = watch;
        this.pace = new LookPace(nanoTime);
        this.ledgerAge = new LookAge(nanoTime);
        this.watchAge = new LookAge(nanoTime);
        ledgerAge.show(meters, MeterNames.LEDGER_AGE, "Seconds since the ledger was read as a whole");
    }

    /**
     * Looks where it is time for that.
     *
     * @param active whether this node holds the lease; while it does not, another one shows all this
     * @return whether it was time
     */
    public boolean turn(boolean active, Source source) {
        if (!active) {
            ledgerAge.rest();
            watchAge.rest();
            clearLedger();
            watch.clear();
            return true;
        }
        ledgerAge.begin();
        watchAge.begin();
        try {
            return pace.look(() -> look(source));
        } finally {
            if (ledgerAge.isOld()) {
                clearLedger();
            }
            if (watchAge.isOld()) {
                watch.clear();
            }
        }
    }

    private void look(Source source) {
        watch.show(source.database());
        watchAge.seen();
        LedgerSnapshot now = source.ledger();
        metrics.show(now.lines());
        metrics.showBacklog(now.backlog(), now.at());
        metrics.showDeadLetters(now.deadLetters().orElse(Map.of()));
        metrics.showPublications(now.publications(), now.at());
        unrouted.look(now.lines());
        ledgerAge.seen();
        source.seen(now);
    }

    private void clearLedger() {
        metrics.clear();
        unrouted.look(List.of());
    }
}
