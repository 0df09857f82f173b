package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.path.JointRenewal;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Life of a node: waits for the database, checks its schema, stands by for the lease, runs the gateway while it holds
 * it, and drains when it stops. Everything but {@link #start} and {@link #stop} happens on the lease's thread or the
 * node's own.
 */
final class NodeLifecycle implements SmartLifecycle, NodeStatus, AutoCloseable {
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
    private final NodeShards shards;
    /** The first attempt to open the data path is over. */
    private final CountDownLatch attempted = new CountDownLatch(1);

    private volatile boolean stopping;
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
        var _ = Gauge.builder(MeterNames.NODE_ACTIVE, this, node -> node.role() == NodeRole.ACTIVE ? 1 : 0)
                .register(parts.meters());
        this.housekeeping = new Housekeeping(
                properties, parts, path.newcomers().routed(), () -> role() == NodeRole.ACTIVE, this::epoch);
        ServedShard.Surroundings around = new ServedShard.Surroundings(
                properties.self(),
                properties.system() + " " + UUID.randomUUID(),
                database,
                loops,
                exit,
                () -> running,
                attempted::countDown);
        this.shards = new NodeShards(
                database,
                shard -> new ServedShard(shard, shard.isFirst() ? path : path.beside(), around),
                parts.meters(),
                loops);
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
                && (shards.first() != null || !Objects.requireNonNull(opening).isDone());
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
        stopping = true;
        maintenance.close();
        housekeeping.close();
        shards.drain(path.plan().properties().drainTimeout());
        shards.close();
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
        if (stopping) {
            return NodeRole.STOPPING;
        }
        ServedShard first = shards.first();
        if (first == null) {
            return NodeRole.WAITING;
        }
        if (first.isServing()) {
            return NodeRole.ACTIVE;
        }
        return first.isHeldByAnother() ? NodeRole.STANDBY : NodeRole.WAITING;
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
        ServedShard first = shards.first();
        return first == null ? 0 : first.epoch();
    }

    @Override
    public List<ShardStatus> shards() {
        return shards.all().stream()
                .map(each -> new ShardStatus(each.shard().number(), each.isServing(), each.epoch()))
                .toList();
    }

    NodePath path() {
        return path;
    }

    /** Builds the data path by another plan, under the same lease. Blocks until it is open again. */
    Outcome renew(PathPlan next) {
        return shards.first() == null
                ? new JointRenewal(List.of(path), next, () -> running).run() // nothing is open yet
                : shards.renew(next, () -> running);
    }

    Housekeeping housekeeping() {
        return housekeeping;
    }

    /** @return false when the database is away for now */
    private boolean prepare() {
        OptionalInt division = database.isReady() ? shards.division() : OptionalInt.empty();
        if (division.isEmpty()) {
            return false;
        }
        database.signals().start();
        shards.start(division.getAsInt());
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
}
