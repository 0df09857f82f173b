package org.c4igateway.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.bench.database.Database;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * From starting a node's process to its first delivery, with and without an AOT cache, and the memory of a node at
 * work.
 */
final class StartBenchmark implements Benchmark {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int MESSAGES = 20_000;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String description() {
        return "process start to first delivery, with and without AOT cache; resident memory after 20,000 messages";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        Path cache = cache();
        for (String transport : List.of("jms", "dds")) {
            double[] plain = new double[options.repetitions()];
            double[] cached = new double[options.repetitions()];
            double[] memory = new double[options.repetitions()];
            try (Mesh mesh = Mesh.create(2)) {
                mesh.start(Transports.valueOf(transport.toUpperCase(Locale.ROOT)), PATIENCE);
                for (int i = 0; i < plain.length; i++) {
                    plain[i] = start(mesh, "-XX:AOTMode=off");
                    if (Files.isReadable(cache)) {
                        cached[i] = start(mesh, "-XX:AOTMode=auto");
                    }
                    memory[i] = memory(mesh, options);
                }
            }
            figures.add(Figure.plain(transport + ", start to first delivery, no cache", "s", plain));
            figures.add(
                    Files.isReadable(cache)
                            ? Figure.atMost(1.2, transport + ", start to first delivery, AOT cache", "s", cached)
                            : Figure.notMeasured(
                                    transport + ", start to first delivery, AOT cache",
                                    "no cache; './c4i node --train-aot' makes one"));
            figures.add(Figure.atMost(220, transport + ", resident memory of the sending node", "MB", memory));
        }
        return figures;
    }

    private static Path cache() {
        return Path.of(System.getProperty("c4i.dist", "none"), "node.aot");
    }

    private static double start(Mesh mesh, String option) throws Exception {
        NodeProcess node = mesh.node("ALPHA");
        node.stop();
        InterfaceDatabase alpha = mesh.database("ALPHA");
        try (Connection to = mesh.database("BRAVO").openOwner()) {
            String count = "SELECT coalesce(sum(n), 0) FROM c4i.inbox_entry WHERE state = 'received'";
            long before = Database.number(to, count);
            Database.submitAtOnce(alpha, "BRAVO", 1, Database.message(1_024));
            long start = System.nanoTime();
            node.start(option);
            while (Database.number(to, count) <= before) {
                if (System.nanoTime() - start > PATIENCE.toNanos()) {
                    throw new IOException("the first message did not arrive; " + node.lastLogLines());
                }
                java.util.concurrent.locks.LockSupport.parkNanos(2_000_000);
            }
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static double memory(Mesh mesh, BenchOptions options) throws Exception {
        NodeProcess node = mesh.node("ALPHA");
        int count = options.scaled(MESSAGES);
        try (Connection to = mesh.database("BRAVO").openOwner()) {
            String received = "SELECT coalesce(sum(n), 0) FROM c4i.inbox_entry WHERE state = 'received'";
            long before = Database.number(to, received);
            Database.submitAtOnce(mesh.database("ALPHA"), "BRAVO", count, Database.message(1_024));
            Database.awaitNumber(to, received, before + count, 120);
        }
        return ProcessMemory.resident(node.pid()) / 1e6;
    }
}
