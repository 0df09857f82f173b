package org.c4igateway.dbbridge.node.path;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the data paths of a node by another plan, under the same leases: all of them or none. All are closed before
 * the first one opens, because a port or a DDS domain that one needs now may be what another one had. Used once, by a
 * thread that keeps the leases of all paths from being taken or given back meanwhile.
 */
public final class JointRenewal {
    private static final Logger LOG = LoggerFactory.getLogger(JointRenewal.class);

    private final List<NodePath> paths;
    private final PathPlan next;
    private final BooleanSupplier wanted;
    private final List<Open> open = new ArrayList<>();

    /**
     * @param paths of one node; the one of the first shard among them
     * @param wanted whether the node still runs
     */
    public JointRenewal(List<NodePath> paths, PathPlan next, BooleanSupplier wanted) {
        this.paths = List.copyOf(paths);
        this.next = next;
        this.wanted = wanted;
    }

    /** A path that was open, and what it stood on. */
    private record Open(NodePath path, PathGround ground) {}

    /** Blocks until the paths that were open are open again. */
    public Outcome run() {
        for (NodePath path : paths) {
            PathGround ground = path.ground();
            if (ground != null) {
                open.add(new Open(path, ground));
            }
        }
        if (open.isEmpty()) {
            takeAll();
            LOG.info("This node is not active; it builds its data path with these files when it becomes active");
            return new Renewed();
        }
        return renew();
    }

    /** @return whether that path was open before and is not open now although the node runs: its lease is given back */
    public boolean isLost(NodePath path) {
        return path.active() == null && wanted.getAsBoolean() && open.stream().anyMatch(each -> each.path() == path);
    }

    /** @return whether all paths that were open before are open */
    public boolean isServing() {
        return open.stream().allMatch(each -> each.path().active() != null);
    }

    private Outcome renew() {
        List<PathPlan> former = paths.stream().map(NodePath::plan).toList();
        Newcomers newcomers = paths.getFirst().newcomers();
        Newcomers.Configured known = newcomers.configured();
        LOG.info("The data path closes and is built again; rows wait in the outbox");
        drain(open.stream().map(Open::path).toList(), former.getFirst().drain());
        closeAll();
        takeAll();
        if (!wanted.getAsBoolean()) {
            return new Renewed();
        }
        try {
            open.forEach(each -> each.path().open(each.ground()));
        } catch (RuntimeException | Error e) {
            closeAll();
            for (int i = 0; i < paths.size(); i++) {
                paths.get(i).takeBack(former.get(i), known);
            }
            return wentBack(e);
        }
        LOG.info(
                "The data path is open again, with epoch {}",
                open.stream().map(each -> Long.toString(each.ground().epoch())).collect(Collectors.joining(", ")));
        return new Renewed();
    }

    private Outcome wentBack(Throwable cause) {
        LOG.warn("The renewed data path does not open; the former one opens again", cause);
        for (Open each : open) {
            try {
                each.path().open(each.ground());
            } catch (RuntimeException | Error e) {
                LOG.error(
                        "The former data path does not open either; the node gives the lease back and tries again", e);
            }
        }
        return new WentBack(GatewayException.of(cause, "the data path cannot open"), isServing());
    }

    private void takeAll() {
        paths.forEach(path -> path.take(next));
    }

    private void closeAll() {
        open.forEach(each -> each.path().closeAndWait());
    }

    /** Waits for receipts of what these paths have sent, for at most that long. */
    public static void drain(List<NodePath> paths, Duration patience) {
        List<Thread> draining = paths.stream()
                .map(path -> Thread.ofVirtual().start(() -> path.drain(patience)))
                .toList();
        try {
            for (Thread each : draining) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
