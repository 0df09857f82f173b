package org.c4igateway.lab.chaos.fault;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.c4igateway.lab.chaos.schedule.PlannedFault;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.chaos.system.ChaosTestbed;
import org.c4igateway.lab.testbed.Pause;

/** Carries out a schedule: every fault in a thread of its own. */
public final class Nemesis {
    private final ChaosTestbed testbed;
    private final Consumer<String> teller;

    /** @param teller takes a line for each fault, by several threads */
    public Nemesis(ChaosTestbed testbed, Consumer<String> teller) {
        this.testbed = testbed;
        this.teller = teller;
    }

    /**
     * A fault that was carried out.
     *
     * @param trouble why it could not be done as planned, because of another fault for instance; empty when it was
     */
    public record Done(PlannedFault fault, String trouble) {}

    /** Blocks until all have ended. */
    public List<Done> run(List<PlannedFault> faults) throws InterruptedException {
        long start = System.nanoTime();
        List<Future<Done>> running = new ArrayList<>();
        List<Done> done = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (PlannedFault fault : faults) {
                running.add(threads.submit(() -> carryOut(fault, start)));
            }
            for (Future<Done> each : running) {
                done.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a fault broke the nemesis", e.getCause());
        }
        return done;
    }

    private Done carryOut(PlannedFault planned, long start) throws InterruptedException {
        Fault fault = fault(planned);
        await(start, planned.atMillis());
        teller.accept(planned.toString());
        String trouble = "";
        try {
            fault.begin();
            await(start, planned.endMillis());
        } catch (IOException | SQLException e) {
            trouble = String.valueOf(e.getMessage());
        }
        try {
            fault.end();
        } catch (IOException | SQLException e) {
            trouble += " " + e.getMessage();
        }
        if (!trouble.isEmpty()) {
            teller.accept(planned + ": " + trouble.strip().lines().findFirst().orElse(""));
        }
        return new Done(planned, trouble.strip());
    }

    private static void await(long start, long millis) throws InterruptedException {
        long due = start + Duration.ofMillis(millis).toNanos();
        Pause.of(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
    }

    private Fault fault(PlannedFault planned) {
        ChaosSystem system = testbed.system(planned.system());
        double strength = planned.strength();
        return switch (planned.kind()) {
            case KILL -> ProcessFaults.kill(system.node());
            case FREEZE -> ProcessFaults.freeze(system.node());
            case RESTART -> ProcessFaults.restart(system.node());
            case GATEWAY_KILL -> ProcessFaults.kill(system.gateway());
            case GATEWAY_FREEZE -> ProcessFaults.freeze(system.gateway());
            case TAKEOVER -> NodeFaults.takeover(system);
            case CLOCK -> NodeFaults.clock(system, strength);
            case HALF_OPEN -> NodeFaults.halfOpen(system, strength);
            case DISK_FULL -> DiskFaults.full(system);
            case DISK_STALL -> DiskFaults.stall(system);
            case NODE_DISK_FULL -> DiskFaults.nodeFull(system);
            case POWER_CUT -> DiskFaults.powerCut(system);
            case DATABASE_STOP -> ServerFaults.stop(system);
            case DATABASE_KILL -> ServerFaults.kill(system);
            case FAILOVER -> ServerFaults.failOver(system);
            case POOL -> ServerFaults.terminate(system, false);
            case LEASE -> ServerFaults.terminate(system, true);
            case LOCK -> ServerFaults.lock(system, strength);
            case DUMP -> ServerFaults.dump(system, strength);
            case CONNECTIONS -> ServerFaults.connections(system);
            case PARTITION -> LinkFaults.partition(system);
            case ONE_WAY -> LinkFaults.oneWay(system, strength);
            case FLAPPING -> LinkFaults.flapping(system);
            case LOSS -> LinkFaults.loss(system, strength);
            case MTU -> LinkFaults.mtu(system, strength);
            case DUPLICATION -> LinkFaults.duplication(system, strength);
            case CORRUPTION -> LinkFaults.corruption(system, strength);
            case REORDERING -> LinkFaults.reordering(system, strength);
            case THROTTLE -> LinkFaults.throttle(system, strength);
            case MTU_BLACK_HOLE -> LinkFaults.mtuBlackHole(system, strength);
            case DELAY -> LinkFaults.delay(system, strength);
            case BURSTS -> LinkFaults.bursts(system, strength);
            case ADDRESS -> LinkFaults.address(system);
            case BROKER_KILL -> BrokerFaults.kill(testbed.brokers());
            case BROKER_FREEZE -> BrokerFaults.freeze(testbed.brokers());
        };
    }
}
