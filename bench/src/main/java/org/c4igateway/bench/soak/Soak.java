package org.c4igateway.bench.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.bench.database.Database;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Two nodes under a steady load in both directions at once: the maximum is measured, then a share of it is submitted
 * for a long time (open loop) while memory, tables and ledgers are looked at.
 */
final class Soak {
    private static final Map<String, String> PEER = Map.of("ALPHA", "BRAVO", "BRAVO", "ALPHA");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SETTLE_SECONDS = 300;
    private static final int WARM_UP = 5_000;
    private static final int BURST = 20_000;
    private static final double SPARE_DISK = 1.3;

    private final Mesh mesh;
    private final Settings settings;
    private final PrintWriter out;
    private final Path table;
    private final byte[] payload;
    private final List<SoakSample> samples = new ArrayList<>();

    /**
     * What to do.
     *
     * @param transport what carries the rows; mixed: JMS those of the first system, DDS those of the second
     * @param duration of the load
     * @param share of the maximum, above 0
     * @param every time between two looks
     * @param bytes of each message
     */
    record Settings(Transports transport, Duration duration, double share, Duration every, int bytes) {}

    /** It cannot be done here; the message says what to change. */
    static final class NotHereException extends Exception {
        private static final long serialVersionUID = 1;

        NotHereException(String message) {
            super(message);
        }
    }

    /** @param table takes all looks so far after each, so that a run that is cut off leaves its own */
    Soak(Mesh mesh, Settings settings, PrintWriter out, Path table) {
        this.mesh = mesh;
        this.settings = settings;
        this.out = out;
        this.table = table;
        this.payload = Database.message(settings.bytes());
    }

    /**
     * What came of it.
     *
     * @param maximum rows per second and direction, measured before
     * @param perSecond rows per second and direction that were submitted
     * @param samples all looks
     * @param rows that were compared one by one, of both directions
     * @param faults what is wrong with ledgers or rows at the end; empty when nothing is
     */
    record Result(double maximum, double perSecond, List<SoakSample> samples, long rows, List<String> faults) {}

    Result run() throws IOException, SQLException, InterruptedException, NotHereException {
        mesh.start(settings.transport(), PATIENCE);
        try (MeshAccount account = MeshAccount.open(mesh, TopicCatalogue.reference())) {
            return run(account);
        }
    }

    private Result run(MeshAccount account) throws IOException, SQLException, InterruptedException, NotHereException {
        burst(WARM_UP);
        double maximum = BURST / burst(BURST);
        double perSecond = maximum * settings.share();
        requireDisk(perSecond);
        out.printf(
                Locale.ROOT,
                "maximum %,.0f rows/s in each direction at once; load %,.0f rows/s each for %d s%n",
                maximum,
                perSecond,
                settings.duration().toSeconds());
        Map<String, SoakProbe> probes = new LinkedHashMap<>();
        Map<String, SoakLoad> loads = new LinkedHashMap<>();
        for (String system : mesh.systems()) {
            probes.put(system, new SoakProbe(mesh, system));
            loads.put(system, new SoakLoad(mesh.database(system), peer(system), perSecond, payload));
        }
        load(probes, loads);
        out.println("comparing every row");
        out.flush();
        account.settle(Duration.ofSeconds(SETTLE_SECONDS), pending -> {});
        AuditResult found = account.audit(Instant.EPOCH);
        long rows = found.counts().reliable();
        return new Result(maximum, perSecond, List.copyOf(samples), rows, faults(found, loads.values()));
    }

    /** Rows of both directions in one commit each. @return seconds until the last receipt of both is recorded */
    private double burst(int rows) throws SQLException {
        Map<String, Long> before = new LinkedHashMap<>();
        for (String system : mesh.systems()) {
            before.put(system, delivered(system, 0));
        }
        long start = System.nanoTime();
        for (String system : mesh.systems()) {
            Database.submitAtOnce(mesh.database(system), peer(system), rows, payload);
        }
        for (String system : mesh.systems()) {
            delivered(system, before.getOrDefault(system, 0L) + rows);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /** Waits for so many final states; returns how many there are. */
    private long delivered(String system, long wanted) throws SQLException {
        String count = "SELECT coalesce(sum(n), 0) FROM c4i.ledger_entry WHERE state = 'delivered'";
        try (Connection connection = mesh.database(system).openOwner()) {
            Database.awaitNumber(connection, count, wanted, SETTLE_SECONDS);
            return Database.number(connection, count);
        }
    }

    private void requireDisk(double perSecond) throws IOException, SQLException, NotHereException {
        double stored = 0;
        for (String system : mesh.systems()) {
            try (Connection connection = mesh.database(system).openOwner()) {
                stored += Database.number(connection, "SELECT pg_database_size(current_database())");
            }
        }
        double perRow = stored / (mesh.systems().size() * (WARM_UP + BURST));
        double needed =
                perRow * perSecond * mesh.systems().size() * settings.duration().toSeconds() * SPARE_DISK;
        double free = Files.getFileStore(mesh.directory()).getUsableSpace();
        if (needed > free) {
            throw new NotHereException(String.format(
                    Locale.ROOT,
                    "the rows of this soak would take about %.0f GB, %.0f are free in %s: give it less --load, --duration"
                            + " or --bytes, or another directory for temporary files",
                    needed / 1e9,
                    free / 1e9,
                    mesh.directory()));
        }
    }

    private void load(Map<String, SoakProbe> probes, Map<String, SoakLoad> loads)
            throws IOException, SQLException, InterruptedException {
        long start = System.nanoTime();
        loads.values().forEach(SoakLoad::start);
        long looks = settings.duration().dividedBy(settings.every());
        for (long look = 1; look <= looks; look++) {
            long due = start + settings.every().multipliedBy(look).toNanos();
            Pause.of(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
            for (Map.Entry<String, SoakProbe> probe : probes.entrySet()) {
                SoakLoad load = of(loads, probe.getKey());
                load.requireWorking();
                SoakSample sample = probe.getValue().look((System.nanoTime() - start) / 1e9, load);
                samples.add(sample);
                out.printf(
                        Locale.ROOT,
                        "%6.0f s %s: heap %.1f MiB, resident %.0f MiB, %,.0f accepted, %,.0f received, %,.0f wait%n",
                        sample.seconds(),
                        sample.system(),
                        sample.value(SoakSeries.HEAP),
                        sample.value(SoakSeries.RESIDENT),
                        sample.value(SoakSeries.ACCEPTED),
                        sample.value(SoakSeries.RECEIVED),
                        sample.value(SoakSeries.PENDING));
                out.flush();
            }
            Files.writeString(table, SoakSample.csv(samples));
        }
        for (SoakLoad load : loads.values()) {
            load.stop();
        }
    }

    private List<String> faults(AuditResult found, Collection<SoakLoad> loads) {
        List<String> faults = new ArrayList<>();
        long submitted = loads.stream().mapToLong(SoakLoad::submitted).sum()
                + (long) mesh.systems().size() * (WARM_UP + BURST);
        if (found.counts().reliable() != submitted) {
            faults.add(submitted + " rows were submitted, the outboxes have "
                    + found.counts().reliable());
        }
        if (!found.clean()) {
            faults.add(found.report());
        }
        return faults;
    }

    private static String peer(String system) {
        return of(PEER, system);
    }

    private static <T> T of(Map<String, T> map, String key) {
        T found = map.get(key);
        if (found == null) {
            throw new IllegalArgumentException("no " + key + " among " + map.keySet());
        }
        return found;
    }
}
