package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.lease.LeaseListener;
import org.c4igateway.dbbridge.lease.OutboxLease;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathGround;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.c4igateway.dbbridge.schema.NodeIdentity;
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
final class NodeLifecycle implements SmartLifecycle, NodeStatus, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLifecycle.class);
    private static final Duration BEAT = Duration.ofMillis(250);
    private static final Duration DATABASE_RETRY = Duration.ofSeconds(1);
    /** How often a node that starts looks whether another one serves. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private final NodeProperties properties;
    private final NodePath path;
    private final PathStatus pathStatus;
    private final ApplicationExit exit;
    private final Loops loops;
    private final NodeDatabase database;
    private final Maintenance maintenance;
    private final Housekeeping housekeeping;
    /** The first attempt to open the data path is over. */
    private final CountDownLatch attempted = new CountDownLatch(1);

    private volatile @Nullable OutboxLease lease;
    private volatile NodeRole role = NodeRole.WAITING;
    private @Nullable CompletableFuture<Boolean> opening;
    private volatile boolean running;
    private volatile boolean started;

    NodeLifecycle(PathPlan plan, NodeDatabase database, ApplicationExit exit) {
        NodeParts parts = plan.parts();
        this.properties = plan.properties();
        this.path = new NodePath(plan);
        this.pathStatus = new PathStatus(path);
        this.loops = parts.loops();
        this.exit = exit;
        this.database = database;
        this.maintenance = new Maintenance("c4i-maintenance", Duration.ofMinutes(1), parts.loops());
        var _ = Gauge.builder(MeterNames.NODE_ACTIVE, this, node -> node.role == NodeRole.ACTIVE ? 1 : 0)
                .register(parts.meters());
        this.housekeeping = new Housekeeping(
                properties, parts, path.newcomers().routed(), () -> role == NodeRole.ACTIVE, this::epoch);
    }

    /**
     * Opens the database and asks for the lease on a thread of its own, while the rest of the process is built. What
     * fails there is thrown by {@link #start}. Once; on the thread that builds the process.
     */
    void begin() {
        running = true;
        database.open(loops);
        opening = CompletableFuture.supplyAsync(
                this::prepare, Thread.ofPlatform().daemon(true).name("c4i-start")::start);
    }

    /**
     * Waits until the data path is open or could not be opened, or another node serves, or the patience is over. What
     * else this process builds would take processor time from it.
     */
    void awaitPath(Duration patience) {
        try {
            long looks = patience.dividedBy(LOOK);
            while (looks > 0 && mayOpen() && !attempted.await(LOOK.toNanos(), TimeUnit.NANOSECONDS)) {
                looks--;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean mayOpen() {
        return role() != NodeRole.STANDBY
                && (lease != null || !Objects.requireNonNull(opening).isDone());
    }

    @Override
    public void start() {
        if (opening == null) {
            begin();
        }
        started = true;
        if (!opened()) {
            maintenance.once(this::prepareLater, DATABASE_RETRY);
        }
    }

    /** Waits for what {@link #begin} began. */
    private boolean opened() {
        try {
            return Objects.requireNonNull(opening).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException fault ? fault : e;
        }
    }

    /** Ends what was begun when the process could not be built. */
    @Override
    public void close() {
        if (running) {
            Objects.requireNonNull(opening).exceptionally(_ -> false).join();
            stop();
        }
    }

    @Override
    public void stop() {
        running = false;
        started = false;
        role = NodeRole.STOPPING;
        maintenance.close();
        housekeeping.close();
        path.drain(path.plan().properties().drainTimeout());
        if (lease != null) {
            lease.close();
        }
        database.close();
    }

    @Override
    public boolean isRunning() {
        return started;
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
        return pathStatus.peers();
    }

    @Override
    public Map<String, List<EndpointMismatch>> mismatches() {
        return pathStatus.mismatches();
    }

    @Override
    public TopicCatalogue catalogue() {
        return path.plan().catalogue();
    }

    @Override
    public Map<String, List<String>> qualities(Topic topic) {
        return pathStatus.qualities(topic);
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
    private boolean prepare() {
        if (!database.isReady()) {
            return false;
        }
        role = NodeRole.STANDBY;
        String holder = properties.system() + " " + UUID.randomUUID();
        OutboxLease created = new OutboxLease(database.connections(), holder, BEAT, new Holder(), loops);
        lease = created;
        database.signals().start();
        created.start();
        housekeeping.start(database.pool(), database.maintenancePool());
        return true;
    }

    private void prepareLater() {
        try {
            if (!prepare()) {
                maintenance.once(this::prepareLater, DATABASE_RETRY);
            }
        } catch (RuntimeException | Error e) {
            exit.because(GatewayException.of(e, "the node cannot get ready"));
        }
    }

    private void fatal(GatewayException fault) {
        OutboxLease held = lease;
        if (held != null && SqlFaults.passesWithoutRestart(fault)) {
            // One part has stopped, so the whole node does, and asks for the lease again.
            LOG.warn("This node gives the lease back: {}", fault.getMessage());
            held.giveBack("the database does not let it write now");
        } else {
            exit.because(fault);
        }
    }

    /** Runs the gateway while this node holds the lease. */
    private final class Holder implements LeaseListener {
        private @Nullable DatabaseId claimed;

        @Override
        public void prepare() {
            claimed = null;
            if (running) {
                orEnd(() -> claimed = new NodeIdentity(database.pool()).claim(properties.self()));
            }
        }

        @Override
        public void activated(long epoch) {
            DatabaseId identity = claimed;
            if (!running || identity == null) {
                return;
            }
            try {
                orEnd(() -> {
                    path.open(new PathGround(
                            database.pool(), database.signals(), epoch, identity, NodeLifecycle.this::fatal));
                    role = NodeRole.ACTIVE;
                });
            } finally {
                attempted.countDown();
            }
        }

        private void orEnd(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                GatewayException fault = GatewayException.of(e, "the node cannot become active");
                if (SqlFaults.passesWithoutRestart(fault)) {
                    throw fault; // the node gives the lease back and asks for it later
                }
                exit.because(fault);
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
