package org.c4igateway.dbbridge.node.path;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dbbridge.lease.OutboxLease;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Busy;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data path of a node: the plan that it is built by and, while the node holds the lease, the open path. The lease's
 * listener opens, renews and closes it, one call after the other; any thread may ask.
 */
public final class NodePath {
    private static final Logger LOG = LoggerFactory.getLogger(NodePath.class);

    /** A node that becomes active after a restore of its database may take an hour; a reload does not wait for that. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A node that waited for longer would keep another one from serving. */
    private static final Duration FORMER_PATIENCE = Duration.ofSeconds(5);

    private final Newcomers newcomers;
    /** Whether this path changes who the destinations are; others follow it. */
    private final boolean leads;

    private volatile PathPlan plan;
    private volatile @Nullable ActiveNode active;
    private @Nullable PathGround ground;
    /** Closed last; null when none was, or its inbox writer has ended. */
    private @Nullable ActiveNode former;

    /** @param plan of the first path */
    public NodePath(PathPlan plan) {
        this(plan, new Newcomers(plan.properties(), plan.parts().meters(), System::nanoTime), true);
    }

    private NodePath(PathPlan plan, Newcomers newcomers, boolean leads) {
        this.plan = plan;
        this.newcomers = newcomers;
        this.leads = leads;
    }

    /** @return a path by the same plan to the same destinations, for another shard */
    public NodePath beside() {
        return new NodePath(plan, newcomers, false);
    }

    /** @return what it is built of, or will be */
    public PathPlan plan() {
        return plan;
    }

    /** @return its destinations */
    public Newcomers newcomers() {
        return newcomers;
    }

    /** @return the open path; null while the node does not serve */
    public @Nullable ActiveNode active() {
        return active;
    }

    /** @return the state of each destination now; empty while the path is not open */
    public Map<SystemName, PeerState> peers() {
        ActiveNode current = active;
        return current == null ? Map.of() : current.peers();
    }

    /** From now on the node sends to that system, also when it becomes active again. Any thread. */
    public void add(SystemName system, String transport) {
        newcomers.configure(system, transport);
        ActiveNode current = active;
        if (current != null) {
            current.follow(newcomers);
        }
    }

    /** Sends to destinations, too, that another node of this database has let in. */
    public void follow() {
        ActiveNode current = active;
        if (current != null) {
            current.learn(newcomers);
            current.follow(newcomers);
        }
    }

    /**
     * The node holds the lease.
     *
     * @throws GatewayException.Transient while the inbox writer of the former path waits for the database: two at once,
     *     under one epoch, would not be kept apart by the fence
     */
    public void open(PathGround base) {
        awaitFormer();
        ActiveNode opened = ActiveNode.open(plan, newcomers, base);
        ground = base;
        active = opened;
        // A destination that was added while it opened.
        opened.follow(newcomers);
    }

    /** Waits for receipts of what was sent; {@link #close} follows. */
    public void drain(Duration patience) {
        ActiveNode current = active;
        if (current != null) {
            current.drain(patience);
        }
    }

    /** It ends at once; rows in flight stay pending. */
    public void close() {
        ActiveNode current = active;
        active = null;
        ground = null;
        if (current != null) {
            former = current;
            current.close();
        }
    }

    private void awaitFormer() {
        ActiveNode before = former;
        if (before != null && !before.awaitEnd(FORMER_PATIENCE)) {
            throw new GatewayException.Transient(
                    ErrorCode.DATABASE_UNAVAILABLE,
                    "the database has not answered the inbox writer of the former data path",
                    null);
        }
        former = null;
    }

    /** What is not open is opened by this plan when the node becomes active. */
    void take(PathPlan next) {
        plan = next;
        if (leads) {
            newcomers.take(next.destinations());
        }
    }

    /**
     * Has the path renewed by the thread of the lease's listener. Blocks until it is open again. If no path is open in
     * the end, the lease is given back.
     *
     * @param lease of this node; null while it waits for its database
     * @param wanted whether the node still runs
     */
    public Outcome renew(PathPlan next, @Nullable OutboxLease lease, BooleanSupplier wanted) {
        if (lease == null) {
            take(next);
            return new Renewed();
        }
        AtomicReference<Outcome> told = new AtomicReference<>(new Busy("the node becomes active or stops"));
        lease.between(PATIENCE, () -> {
            Outcome outcome = renew(next, wanted);
            told.set(outcome);
            if (outcome instanceof WentBack(GatewayException why, boolean serving) && !serving) {
                throw why;
            }
        });
        return told.get();
    }

    /**
     * Closes the open path and opens one by another plan, under the same lease. If that does not open, opens the former
     * one again.
     *
     * @param wanted whether the node still runs
     */
    Outcome renew(PathPlan next, BooleanSupplier wanted) {
        ActiveNode current = active;
        PathGround base = ground;
        if (current == null || base == null) {
            take(next);
            LOG.info("This node is not active; it builds its data path with these files when it becomes active");
            return new Renewed();
        }
        PathPlan former = plan;
        Newcomers.Configured known = newcomers.configured();
        LOG.info("The data path closes and is built again; rows wait in the outbox");
        current.drain(former.drain());
        close();
        var _ = current.awaitEnd(PATIENCE);
        take(next);
        if (!wanted.getAsBoolean()) {
            return new Renewed();
        }
        try {
            open(base);
            LOG.info("The data path is open again, with epoch {}", base.epoch());
            return new Renewed();
        } catch (RuntimeException | Error e) {
            plan = former;
            if (leads) {
                newcomers.take(known);
            }
            return wentBack(base, e);
        }
    }

    private Outcome wentBack(PathGround base, Throwable cause) {
        GatewayException why = GatewayException.of(cause, "the data path cannot open");
        LOG.warn("The renewed data path does not open; the former one opens again", cause);
        try {
            open(base);
            return new WentBack(why, true);
        } catch (RuntimeException | Error e) {
            LOG.error("The former data path does not open either; the node gives the lease back and tries again", e);
            return new WentBack(why, false);
        }
    }
}
