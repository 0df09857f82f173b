package org.c4igateway.dbbridge.node;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.lease.LeaseListener;
import org.c4igateway.dbbridge.lease.OutboxLease;
import org.c4igateway.dbbridge.node.path.ActiveNode;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.NodeSignals;
import org.c4igateway.dbbridge.node.path.PathGround;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.c4igateway.dbbridge.schema.NodeIdentity;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Life of a node: waits for the database, checks its schema, stands by for the lease, runs the gateway while it holds
 * it, and drains when it stops. Everything but {@link #start} and {@link #stop} happens on the lease's thread or the
 * node's own.
 */
final class NodeLifecycle implements SmartLifecycle, NodeStatus {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLifecycle.class);
    private static final Duration BEAT = Duration.ofMillis(250);
    private static final Duration DATABASE_RETRY = Duration.ofSeconds(1);

    private final NodeProperties properties;
    private final NodePath path;
    private final ApplicationExit exit;
    private final Loops loops;
    private final Connections connections;
    private final Maintenance maintenance;
    private final Housekeeping housekeeping;
    private @Nullable HikariDataSource pool;
    private @Nullable HikariDataSource maintenancePool;
    private volatile @Nullable OutboxLease lease;
    private @Nullable NodeSignals signals;
    private volatile NodeRole role = NodeRole.WAITING;
    private volatile boolean running;

    NodeLifecycle(PathPlan plan, ApplicationExit exit) {
        NodeParts parts = plan.parts();
        this.properties = plan.properties();
        this.path = new NodePath(plan);
        this.loops = parts.loops();
        this.exit = exit;
        NodeProperties.DatabaseProperties database = properties.database();
        this.connections = new Connections(
                new DatabaseSettings(database.url(), database.username(), database.password(), database.poolSize()));
        this.maintenance = new Maintenance("c4i-maintenance", Duration.ofMinutes(1), parts.loops());
        var _ = Gauge.builder(MeterNames.NODE_ACTIVE, this, node -> node.role == NodeRole.ACTIVE ? 1 : 0)
                .register(parts.meters());
        this.housekeeping = new Housekeeping(
                properties, parts, path.newcomers().routed(), () -> role == NodeRole.ACTIVE, this::epoch);
    }

    @Override
    public void start() {
        running = true;
        HikariDataSource opened = connections.pool();
        pool = opened;
        signals = NodeSignals.of(connections, loops);
        if (!prepare(opened)) {
            maintenance.once(() -> prepareLater(opened), DATABASE_RETRY);
        }
    }

    @Override
    public void stop() {
        running = false;
        role = NodeRole.STOPPING;
        maintenance.close();
        housekeeping.close();
        path.drain(path.plan().properties().drainTimeout());
        if (lease != null) {
            lease.close();
        }
        if (signals != null) {
            signals.close();
        }
        if (maintenancePool != null) {
            maintenancePool.close();
        }
        if (pool != null) {
            pool.close();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public SystemName system() {
        return properties.self();
    }

    /** A node stands by only while another one serves; else it waits, for the database or to become active itself. */
    @Override
    public NodeRole role() {
        NodeRole current = role;
        OutboxLease asked = lease;
        boolean alone = asked == null || !asked.isHeldByAnother();
        return current == NodeRole.STANDBY && alone ? NodeRole.WAITING : current;
    }

    @Override
    public List<PeerStatus> peers() {
        Map<SystemName, PeerState> states = path.peers();
        return path.newcomers().routes().entrySet().stream()
                .map(route -> {
                    SystemName peer = route.getKey();
                    PeerState state = states.getOrDefault(peer, PeerState.UNKNOWN);
                    Optional<ActiveNode> unheard = Optional.ofNullable(state.reachable() ? null : path.active());
                    return new PeerStatus(
                            peer,
                            route.getValue(),
                            state.reachable(),
                            state.epoch(),
                            unheard.flatMap(active -> active.absence(peer)),
                            unheard.flatMap(active -> active.lastReachable(peer)));
                })
                .toList();
    }

    @Override
    public Map<String, List<EndpointMismatch>> mismatches() {
        ActiveNode active = path.active();
        return active == null ? Map.of() : active.mismatches();
    }

    @Override
    public TopicCatalogue catalogue() {
        return path.plan().catalogue();
    }

    @Override
    public Map<String, List<String>> qualities(Topic topic) {
        Map<String, List<String>> qualities = new TreeMap<>();
        path.plan().parts().factories().forEach(factory -> qualities.put(factory.name(), factory.quality(topic)));
        qualities.values().removeIf(List::isEmpty);
        return qualities;
    }

    @Override
    public long epoch() {
        OutboxLease current = lease;
        return current == null ? 0 : current.epoch();
    }

    NodePath path() {
        return path;
    }

    /** Builds the data path by another plan, under the same lease. Blocks until it is open again. */
    Outcome renew(PathPlan next) {
        return path.renew(next, lease, () -> running);
    }

    Housekeeping housekeeping() {
        return housekeeping;
    }

    /** @return false when the database is away for now */
    private boolean prepare(HikariDataSource opened) {
        try {
            if (properties.database().migrate()) {
                migrate();
            }
            new SchemaMigrator(opened).verify();
            new NodeIdentity(opened).check(properties.self());
        } catch (GatewayException.Transient e) {
            LOG.warn("Waiting for the interface database that c4i.database.url names: {}", e.getMessage());
            return false;
        } catch (GatewayException.Fatal e) {
            throw e.about("c4i.database");
        }
        role = NodeRole.STANDBY;
        String holder = properties.system() + " " + UUID.randomUUID();
        OutboxLease created = new OutboxLease(connections, holder, BEAT, new Holder(), loops);
        lease = created;
        if (signals != null) {
            signals.start();
        }
        created.start();
        HikariDataSource sessions = connections.maintenance();
        maintenancePool = sessions;
        housekeeping.start(opened, sessions);
        return true;
    }

    private void prepareLater(HikariDataSource opened) {
        try {
            if (!prepare(opened)) {
                maintenance.once(() -> prepareLater(opened), DATABASE_RETRY);
            }
        } catch (GatewayException e) {
            exit.because(e);
        } catch (RuntimeException | Error e) {
            exit.because(defect("the node cannot get ready: " + e, e));
        }
    }

    private void migrate() {
        NodeProperties.DatabaseProperties database = properties.database();
        String user = database.ownerUsername() == null ? database.username() : database.ownerUsername();
        String password = database.ownerPassword() == null ? database.password() : database.ownerPassword();
        Connections owner = new Connections(new DatabaseSettings(database.url(), user, password, 2));
        try (HikariDataSource ownerPool = owner.maintenance()) {
            int applied = new SchemaMigrator(ownerPool).migrate();
            LOG.info("Schema c4i is up to date, {} migrations applied", applied);
        }
    }

    private static GatewayException defect(String detail, Throwable cause) {
        return new GatewayException.Fatal(ErrorCode.DEFECT, detail, "Report the stack trace.", cause);
    }

    private void fatal(GatewayException fault) {
        OutboxLease held = lease;
        if (fault.errorCode() == ErrorCode.FENCED && held != null) {
            // The fence stopped one part, so the whole node stands by until it has the lease again.
            LOG.warn("This node gives the lease back: {}", fault.getMessage());
            held.giveBack("it was fenced");
        } else {
            exit.because(fault);
        }
    }

    /** Runs the gateway while this node holds the lease. */
    private final class Holder implements LeaseListener {
        private @Nullable DatabaseId database;

        @Override
        public void prepare() {
            HikariDataSource current = pool;
            database = null;
            if (running && current != null) {
                orEnd(() -> database = new NodeIdentity(current).claim(properties.self()));
            }
        }

        @Override
        public void activated(long epoch) {
            HikariDataSource current = pool;
            NodeSignals currentSignals = signals;
            DatabaseId claimed = database;
            if (!running || current == null || currentSignals == null || claimed == null) {
                return;
            }
            orEnd(() -> {
                path.open(new PathGround(current, currentSignals, epoch, claimed, NodeLifecycle.this::fatal));
                role = NodeRole.ACTIVE;
            });
        }

        private void orEnd(Runnable step) {
            try {
                step.run();
            } catch (GatewayException.Transient e) {
                // The database is not available again. The node gives the lease back and asks for it later.
                throw e;
            } catch (GatewayException e) {
                exit.because(e);
            } catch (RuntimeException | Error e) {
                exit.because(defect("the node cannot become active: " + e, e));
            }
        }

        @Override
        public void stoodDown(String reason) {
            path.close();
            if (running) {
                role = NodeRole.STANDBY;
            }
        }
    }
}
