package org.c4igateway.dbbridge.node;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.ledger.LedgerCompaction;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.task.DatabaseWatch;
import org.c4igateway.dbbridge.node.task.LedgerLook;
import org.c4igateway.dbbridge.node.task.LedgerMetrics;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.c4igateway.dbbridge.node.task.MaintenanceSchedule;
import org.c4igateway.dbbridge.node.task.UnroutedRejection;
import org.c4igateway.dbbridge.node.task.UnroutedRows;
import org.c4igateway.dbbridge.outbox.JdbcOutbox;
import org.c4igateway.dbbridge.retention.MaintenanceState;
import org.c4igateway.dbbridge.retention.Retention;
import org.c4igateway.dbbridge.retention.Retention.Tidied;
import org.c4igateway.dbbridge.table.TableBridge;
import org.c4igateway.dbbridge.table.access.TableMeters;
import org.c4igateway.dbbridge.table.access.TableSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks of the active node in its database besides the data path: it reads the ledger for the metrics, adds up its
 * summary and does maintenance. Each has its own thread, because maintenance may take minutes and the metrics must stay
 * current. Failed tasks are tried again. {@link #unrouted} and {@link #database} return the last result; any thread.
 */
final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(30);
    /** Enough for some days of a hundred million rows each. */
    private static final Duration LONGEST_TIDYING = Duration.ofHours(6);
    /** Its one statement is bounded by the session. */
    private static final Duration LONGEST_COMPACTION = Duration.ofHours(2);

    private static final Duration LONGEST_TABLE_TURN = Duration.ofMinutes(5);
    private static final Duration TIDYING_TICK = Duration.ofSeconds(1);

    private final Maintenance looking;
    private final Maintenance compacting;
    private final Maintenance tidying;
    private final NodeProperties properties;
    private final NodeParts parts;
    private final Set<SystemName> routed;
    private final BooleanSupplier active;
    private final LongSupplier epoch;
    private final UnroutedRows unrouted;
    private final DatabaseWatch watch;
    private final LedgerLook look;
    private final TableMeters tableMeters;
    private final List<Maintenance> tables = new ArrayList<>();

    /**
     * @param routed systems that have a route; may grow
     * @param active whether this node holds the lease
     * @param epoch epoch of the lease that it holds or held last
     */
    Housekeeping(
            NodeProperties properties,
            NodeParts parts,
            Set<SystemName> routed,
            BooleanSupplier active,
            LongSupplier epoch) {
        this.properties = properties;
        this.parts = parts;
        this.active = active;
        this.epoch = epoch;
        this.looking = new Maintenance("c4i-ledger", LONGEST_LOOK, parts.loops());
        this.compacting = new Maintenance("c4i-ledger-sum", LONGEST_COMPACTION, parts.loops());
        this.tidying = new Maintenance("c4i-tidying", LONGEST_TIDYING, parts.loops());
        this.routed = routed;
        this.unrouted = new UnroutedRows(properties.self(), routed, properties.unroutedTimeout(), parts.meters());
        this.watch = new DatabaseWatch(parts.meters());
        this.look = new LedgerLook(
                new LedgerMetrics(routed, parts.meters()), unrouted, watch, parts.meters(), System::nanoTime);
        this.tableMeters = new TableMeters(parts.meters(), parts.rules().time());
    }

    /**
     * @param pool of the data path
     * @param maintenance sessions whose statements may take long; both stay the caller's
     */
    void start(DataSource pool, DataSource maintenance) {
        LedgerLook.Source source = source(pool);
        looking.whenDue("ledger", properties.ledgerInterval(), () -> look.turn(active.getAsBoolean(), source));
        LedgerCompaction compaction = new LedgerCompaction(maintenance);
        compacting.every("ledger sum", properties.ledgerInterval(), () -> compact(compaction));
        Retention retention = new Retention(
                maintenance, properties.retention().toPolicy(), parts.rules().time());
        MaintenanceSchedule times = new MaintenanceSchedule(System::nanoTime);
        tidying.whenDue("tidying", TIDYING_TICK, () -> tidy(retention, times));
        parts.tables().forEach(settings -> workOn(settings, pool));
    }

    /** Each database elsewhere has a thread of its own, so that one that is away holds up no other. */
    private void workOn(TableSettings settings, DataSource pool) {
        Maintenance thread = new Maintenance("c4i-table-" + settings.name(), LONGEST_TABLE_TURN, parts.loops());
        TableBridge bridge = new TableBridge(settings, pool, epoch, tableMeters, parts.steps());
        tables.add(thread);
        thread.every("table " + settings.name(), settings.poll(), () -> {
            if (active.getAsBoolean()) {
                bridge.turn();
            } else {
                bridge.rest();
            }
        });
    }

    /** @return what is wrong with each mapped table elsewhere, empty where nothing is */
    Map<String, String> tables() {
        return tableMeters.problems();
    }

    /** @return pending rows by destination to which no transport is configured, those of very many names together */
    Map<String, Long> unrouted() {
        return unrouted.rows();
    }

    /** @return clock and partitions; empty while this node is not active */
    Optional<MaintenanceState> database() {
        return watch.state();
    }

    @Override
    public void close() {
        looking.close();
        compacting.close();
        tidying.close();
        tables.forEach(Maintenance::close);
    }

    private LedgerLook.Source source(DataSource pool) {
        LedgerReader ledger = new LedgerReader(pool);
        UnroutedRejection rejection = new UnroutedRejection(
                new JdbcOutbox(pool, epoch, properties.self()),
                properties.self(),
                routed,
                properties.unroutedTimeout(),
                System::nanoTime);
        return new LedgerLook.Source() {
            @Override
            public MaintenanceState database() {
                return MaintenanceState.read(pool, parts.rules().time());
            }

            @Override
            public LedgerSnapshot ledger() {
                return ledger.snapshot();
            }

            @Override
            public void seen(LedgerSnapshot now) {
                int ended = rejection.end(now.backlog(), now.at());
                if (ended > 0) {
                    LOG.warn("{} rows without a route were rejected; see the dead letters with GW-203", ended);
                }
            }
        };
    }

    private void compact(LedgerCompaction compaction) {
        if (active.getAsBoolean()) {
            compaction.compact();
        }
    }

    /** @return whether it was time for that */
    private boolean tidy(Retention retention, MaintenanceSchedule times) {
        LocalDate today = watch.state().map(MaintenanceState::today).orElse(null);
        if (!times.due(active.getAsBoolean(), today)) {
            return false;
        }
        times.ran(false);
        Tidied tidied = retention.tidy();
        LOG.info("Tidied: {}", tidied);
        times.ran(tidied.complete());
        return true;
    }
}
