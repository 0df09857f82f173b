package org.c4igateway.dbbridge.node;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.c4igateway.dbbridge.lease.LeaseListener;
import org.c4igateway.dbbridge.lease.OutboxLease;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathGround;
import org.c4igateway.dbbridge.schema.NodeIdentity;
import org.c4igateway.dbbridge.shard.Shard;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One shard of the outbox at this node: its lease, and its data path while the node holds it. The lease's listener
 * opens and closes the path. Any thread may ask.
 */
final class ServedShard implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServedShard.class);
    private static final Duration BEAT = Duration.ofMillis(250);
    /** A shard that another node waits for does not wait longer for receipts; the other node sends those rows again. */
    private static final Duration HAND_OVER = Duration.ofSeconds(2);
    /** A try interrupts the node that serves the shard meanwhile. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final Shard shard;
    private final NodePath path;
    private final Surroundings around;
    private final OutboxLease lease;
    private final BackOff backOff = new BackOff(FIRST_PAUSE, LONGEST_PAUSE);
    private final AtomicLong pauseMillis = new AtomicLong();
    private volatile boolean serving;

    /**
     * What all shards of a node share.
     *
     * @param system that the node serves
     * @param holder name of this run of the node
     * @param exit ends the process
     * @param running whether the node still runs
     * @param attempted called when an attempt to open the path of the first shard is over
     */
    record Surroundings(
            SystemName system,
            String holder,
            NodeDatabase database,
            Loops loops,
            ApplicationExit exit,
            BooleanSupplier running,
            Runnable attempted) {}

    /** @param path opened while this node holds the shard; closed otherwise */
    ServedShard(Shard shard, NodePath path, Surroundings around) {
        this.shard = shard;
        this.path = path;
        this.around = around;
        this.lease = new OutboxLease(
                around.database().connections(), around.holder(), shard, BEAT, new Holder(), around.loops());
    }

    /** Begins to ask for the lease, where that is {@linkplain #permit permitted}. Once. */
    void start() {
        lease.start();
    }

    Shard shard() {
        return shard;
    }

    NodePath path() {
        return path;
    }

    /** From now on the lease may be asked for, or may not. What is held stays. */
    void permit(boolean mayTake) {
        lease.permit(mayTake);
    }

    /** So much of the pause has passed for which a shard that could not be served is left to other nodes. */
    void passed(Duration time) {
        pauseMillis.updateAndGet(left -> Math.max(0, left - time.toMillis()));
    }

    /** No other node can serve it, so trying again interrupts nobody. */
    void hurry() {
        pauseMillis.updateAndGet(left -> Math.min(left, FIRST_PAUSE.toMillis()));
    }

    /** @return whether the shard is left to other nodes because it could not be served here */
    boolean isLeft() {
        return pauseMillis.get() > 0;
    }

    /** @return whether this node has the lease, with or without an open path */
    boolean isHeld() {
        return lease.isHeld();
    }

    /** @return whether the data path is open */
    boolean isServing() {
        return serving;
    }

    boolean isHeldByAnother() {
        return lease.isHeldByAnother();
    }

    /** @return epoch of the lease that it holds or held last; 0 before the first */
    long epoch() {
        return lease.epoch();
    }

    /**
     * Runs a task while the lease is neither taken nor given back; see {@link OutboxLease#between}. A task that fails
     * gives it back.
     */
    void between(Duration patience, Runnable task) {
        lease.between(patience, task);
    }

    /** Gives the shard to another node that waits for it. Blocks until no more is sent. */
    void handOver() {
        LOG.info("Shard {} goes to another node, which has fewer", shard);
        lease.between(HAND_OVER, () -> path.drain(HAND_OVER));
        lease.giveBack("another node serves this shard from now on");
    }

    /** Gives the lease back. Waits until the path is closed. */
    @Override
    public void close() {
        lease.close();
    }

    private void fatal(GatewayException fault) {
        if (SqlFaults.passesWithoutRestart(fault)) {
            // One part has stopped, so the whole path does, and the node asks for the lease again.
            LOG.warn("This node gives the lease back: {}", fault.getMessage());
            lease.giveBack("the database does not let it write now");
        } else {
            around.exit().because(fault);
        }
    }

    /** Runs the data path while this node holds the lease. */
    private final class Holder implements LeaseListener {
        private @Nullable DatabaseId claimed;

        @Override
        public void prepare() {
            claimed = null;
            if (around.running().getAsBoolean()) {
                orEnd(() -> claimed = new NodeIdentity(around.database().pool()).claim(around.system()));
            }
        }

        @Override
        public void activated(long epoch) {
            DatabaseId identity = claimed;
            if (!around.running().getAsBoolean() || identity == null) {
                return;
            }
            try {
                orEnd(() -> {
                    path.open(new PathGround(
                            around.database().pool(),
                            around.database().signals(),
                            shard,
                            epoch,
                            Objects.requireNonNull(identity),
                            ServedShard.this::fatal));
                    serving = true;
                    backOff.reset();
                });
            } finally {
                if (shard.isFirst()) {
                    around.attempted().run();
                }
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
                if (!shard.isFirst()) {
                    leave(fault);
                    throw fault; // what is wrong with it, such as a port or a queue, is no reason to stop receiving
                }
                around.exit().because(fault);
            }
        }

        private void leave(GatewayException fault) {
            long pause = backOff.nextMillis();
            pauseMillis.set(pause);
            permit(false);
            LOG.error(
                    "{} Shard {} cannot be served here and is left to other nodes for up to {} s: {}",
                    fault.errorCode().code(),
                    shard,
                    pause / 1000,
                    fault.getMessage());
        }

        @Override
        public void stoodDown(String reason) {
            serving = false;
            path.close();
        }
    }
}
