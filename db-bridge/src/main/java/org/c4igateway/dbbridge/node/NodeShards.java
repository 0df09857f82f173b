package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.path.JointRenewal;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.c4igateway.dbbridge.shard.Attendance;
import org.c4igateway.dbbridge.shard.FairShare;
import org.c4igateway.dbbridge.shard.Shard;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shards of the outbox as this node sees them. Each node asks for as many as are its share: all shards, divided by
 * the nodes that run at this database. It asks for the first one in any case, because its node receives: nothing waits
 * longer for that than without shards. One that has more than its share hands over the last of them, never the first.
 * One that could not serve a shard leaves it to the others for a while, and does not count among them meanwhile.
 * When the database is divided otherwise, the node closes all and begins again. A thread of its own looks once a
 * second; any thread may ask.
 */
final class NodeShards implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeShards.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** A division closes the paths of all shards. */
    private static final Duration LONGEST_LOOK = Duration.ofMinutes(10);

    private final NodeDatabase database;
    private final Function<Shard, ServedShard> factory;
    private final MeterRegistry meters;
    private final Maintenance thread;
    private volatile List<ServedShard> served = List.of();
    private @Nullable Attendance attendance;
    private boolean unseen;
    private boolean closed;

    /** @param factory makes a shard that does not ask for its lease yet */
    NodeShards(NodeDatabase database, Function<Shard, ServedShard> factory, MeterRegistry meters, Loops loops) {
        this.database = database;
        this.factory = factory;
        this.meters = meters;
        this.thread = new Maintenance("c4i-shards", LONGEST_LOOK, loops);
        var _ = Gauge.builder(MeterNames.SHARDS, this, all -> all.served.size()).register(meters);
    }

    /** @return into how many shards the database divides its outbox; empty while it is away */
    OptionalInt division() {
        try {
            return OptionalInt.of(database.shards());
        } catch (GatewayException.Transient e) {
            LOG.warn("Waiting for the interface database: {}", e.getMessage());
            return OptionalInt.empty();
        }
    }

    /** Asks for the first shard at once, and for others when it knows which nodes are here. Once. */
    void start(int count) {
        database.signals().share(this::mayBeServedElsewhere);
        divide(count);
        thread.every("shards", LOOK, this::look);
    }

    /** @return all shards of the database by number; empty before {@link #start} */
    List<ServedShard> all() {
        return served;
    }

    /** @return the first shard, whose node receives; null before {@link #start} */
    @Nullable ServedShard first() {
        List<ServedShard> present = served;
        return present.isEmpty() ? null : present.getFirst();
    }

    private synchronized void look() {
        if (closed) {
            return;
        }
        try {
            look(served.size());
            unseen = false;
        } catch (GatewayException e) {
            if (!unseen) {
                LOG.warn("It is not known how the outbox is divided now: {}", e.getMessage());
                unseen = true;
            }
        }
    }

    private void look(int count) {
        if (count == 1) {
            divided(database.shards());
            return;
        }
        Attendance present = attendance;
        if (present == null) {
            present = new Attendance(database.connections());
            attendance = present;
        }
        served.forEach(each -> each.passed(LOOK));
        Attendance.Look now = present.look(served.stream().noneMatch(ServedShard::isLeft));
        if (!divided(now.shards())) {
            if (now.nodes() == 0) {
                served.forEach(ServedShard::hurry);
            }
            share(Math.max(1, now.nodes()), count);
            served.stream()
                    .filter(each -> !each.shard().isFirst())
                    .forEach(each -> each.path().follow());
        }
    }

    /** @return whether the division has changed */
    private boolean divided(int count) {
        if (count == served.size()) {
            return false;
        }
        LOG.info("The outbox is divided into {} shards now, {} before", count, served.size());
        divide(count);
        return true;
    }

    private void divide(int count) {
        closeAll();
        List<ServedShard> next = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            ServedShard shard = factory.apply(new Shard(number, count));
            shard.permit(number == 0);
            next.add(shard);
            show(number);
        }
        served = List.copyOf(next);
        next.forEach(ServedShard::start);
    }

    private boolean mayBeServedElsewhere() {
        List<ServedShard> present = served;
        return present.size() > 1 && present.stream().anyMatch(each -> !each.isServing());
    }

    private void show(int number) {
        var _ = Gauge.builder(MeterNames.SHARD_ACTIVE, this, all -> all.active(number))
                .tag(MeterNames.SHARD, Integer.toString(number))
                .register(meters);
    }

    /** @return 1 while this node serves the shard, 0 while it does not; not a number when there is no such shard */
    private double active(int number) {
        List<ServedShard> present = served;
        if (number >= present.size()) {
            return Double.NaN;
        }
        return present.get(number).isServing() ? 1 : 0;
    }

    private void share(int nodes, int count) {
        List<ServedShard> held = served.stream().filter(ServedShard::isHeld).toList();
        FairShare share = new FairShare(nodes, count, held.size());
        // Also what was permitted here while it failed.
        served.stream().filter(ServedShard::isLeft).forEach(each -> each.permit(false));
        List<ServedShard> others = served.stream()
                .filter(each ->
                        !each.isHeld() && !each.isLeft() && !each.shard().isFirst())
                .sorted(Comparator.comparing(ServedShard::isHeldByAnother))
                .toList();
        int room = share.most() - held.size();
        for (int i = 0; i < others.size(); i++) {
            others.get(i).permit(i < room);
        }
        boolean tooMany =
                share.surplus() > 0 || (share.hasMoreThanLeast() && database.servingNodes() < Math.min(nodes, count));
        if (tooMany && !held.getLast().shard().isFirst()) {
            held.getLast().permit(false);
            held.getLast().handOver();
        }
    }

    private void closeAll() {
        List<ServedShard> former = served;
        served = List.of();
        former.reversed().forEach(ServedShard::close);
    }

    /** Waits for receipts of what was sent, for at most that long; {@link #close} follows. */
    void drain(Duration patience) {
        JointRenewal.drain(served.stream().map(ServedShard::path).toList(), patience);
    }

    /**
     * Builds the data paths of all shards by another plan, or of none. Blocks until those that were open are open
     * again; the outbox is not divided otherwise meanwhile, and no shard is handed over.
     *
     * @param wanted whether the node still runs
     */
    synchronized Outcome renew(PathPlan next, BooleanSupplier wanted) {
        return new ShardRenewal(served, next, wanted).run();
    }

    /** Gives all leases back. Waits until all paths are closed. */
    @Override
    public void close() {
        thread.close();
        synchronized (this) {
            closed = true;
            if (attendance != null) {
                attendance.close();
            }
            closeAll();
        }
    }
}
