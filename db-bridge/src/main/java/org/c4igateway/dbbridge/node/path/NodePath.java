package org.c4igateway.dbbridge.node.path;

import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.PeerState;
import org.jspecify.annotations.Nullable;

/**
 * The data path of a node: the plan that it is built by and, while the node holds the lease, the open path. The lease's
 * listener opens and closes it, one call after the other; any thread may ask.
 */
public final class NodePath {
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

    /** Goes back to what {@link #take} replaced. */
    void takeBack(PathPlan earlier, Newcomers.Configured destinations) {
        plan = earlier;
        if (leads) {
            newcomers.take(destinations);
        }
    }

    /** Closes the path and waits until its inbox writer has ended, if the database answers. */
    void closeAndWait() {
        close();
        ActiveNode before = former;
        if (before != null) {
            var _ = before.awaitEnd(PATIENCE);
        }
    }

    /** @return what the open path stands on; null while the node does not serve */
    @Nullable PathGround ground() {
        return ground;
    }
}
