package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.chaos.growth.Growth;
import org.c4igateway.lab.chaos.growth.GrowthVerdict;
import org.c4igateway.lab.chaos.growth.Look;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.lab.testbed.RestartableProcess;
import org.c4igateway.lab.testbed.database.TableGrowth;

/**
 * Looks once a minute at what nodes, WAN gateways and databases take, and keeps that in a file. What a fault hides is
 * not a number. One thread at a time.
 */
final class GrowthWatch {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final double MIB = 1 << 20;

    private final List<ChaosSystem> systems;
    private final Path file;
    private final List<Look> looks = new ArrayList<>();

    /** @param file takes all looks after each minute, so that a run that is cut off leaves its own */
    GrowthWatch(List<ChaosSystem> systems, Path file) {
        this.systems = systems;
        this.file = file;
    }

    /** Blocks for as long. */
    void run(int seconds) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (long look = 1; look * EVERY.toSeconds() <= seconds; look++) {
            long due = start + EVERY.multipliedBy(look).toNanos();
            Pause.of(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
            double at = (System.nanoTime() - start) / 1e9;
            for (ChaosSystem system : systems) {
                look(at, system.name() + "'s node", system.node().current());
                if (system.hasGateway()) {
                    look(at, system.name() + "'s gateway", system.gateway().current());
                }
                lookAtTables(at, system);
            }
            Files.writeString(file, Look.csv(looks));
        }
    }

    /** What grew; once {@link #run} has ended. */
    List<GrowthVerdict> verdicts() {
        return GrowthVerdict.of(looks);
    }

    private void look(double at, String of, RestartableProcess running) {
        if (!running.isAlive()) {
            return;
        }
        long pid = running.pid();
        looks.add(new Look(at, of, pid, Growth.HEAP, ProcessMemory.heap(pid) / MIB));
        looks.add(new Look(at, of, pid, Growth.RESIDENT, ProcessMemory.resident(pid) / MIB));
        try {
            NodeUse.Held held = NodeUse.Held.of(running);
            looks.add(new Look(at, of, pid, Growth.THREADS, held.threads()));
            looks.add(new Look(at, of, pid, Growth.DESCRIPTORS, held.descriptors()));
        } catch (IOException e) {
            // it ended meanwhile
        }
    }

    private void lookAtTables(double at, ChaosSystem system) {
        String of = system.name() + "'s database";
        try (Connection connection = system.database().openOwner()) {
            looks.add(new Look(at, of, 0, Growth.CHANGING_TABLES, TableGrowth.changing(connection) / MIB));
            looks.add(new Look(at, of, 0, Growth.DEAD_ROWS, TableGrowth.deadRows(connection)));
        } catch (SQLException e) {
            // a fault keeps the server down, or holds a lock
        }
    }
}
