package org.c4igateway.dbbridge.node;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.node.path.JointRenewal;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Busy;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;

/**
 * Renews the data paths of all shards of a node together. Meanwhile the thread of each lease's listener is kept, one
 * within the other, so that no lease is taken or given back. A lease whose path is not open in the end is given back.
 */
final class ShardRenewal {
    /** A node that becomes active after a restore of its database may take an hour; a reload does not wait for that. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<ServedShard> shards;
    private final JointRenewal renewal;
    private final AtomicReference<Outcome> told = new AtomicReference<>(new Busy("the node becomes active or stops"));

    ShardRenewal(List<ServedShard> shards, PathPlan next, BooleanSupplier wanted) {
        this.shards = shards;
        this.renewal = new JointRenewal(shards.stream().map(ServedShard::path).toList(), next, wanted);
    }

    /** Blocks until the paths that were open are open again. */
    Outcome run() {
        keep(0);
        return told.get();
    }

    private void keep(int number) {
        if (number == shards.size()) {
            renew();
            return;
        }
        ServedShard shard = shards.get(number);
        shard.between(PATIENCE, () -> {
            keep(number + 1);
            if (renewal.isLost(shard.path()) && told.get() instanceof WentBack(var why, var _)) {
                throw why;
            }
        });
    }

    private void renew() {
        try {
            told.set(renewal.run());
        } catch (RuntimeException | Error e) {
            told.set(new WentBack(GatewayException.of(e, "the data path cannot be renewed"), renewal.isServing()));
        }
    }
}
