package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.c4igateway.lab.chaos.days.DayTurner;
import org.c4igateway.lab.chaos.fault.Nemesis;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.system.ChaosBrokers;
import org.c4igateway.lab.chaos.system.ChaosSystem;
import org.c4igateway.lab.chaos.system.ChaosTestbed;
import org.c4igateway.lab.chaos.tables.ServerTables;
import org.c4igateway.lab.chaos.tables.TableAudit;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.RunHistory.Calm;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.history.SystemsAudit;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.topics.TopicCatalogue;

/**
 * One run: systems are built, rows are submitted while faults begin and end, then there is peace; when no row is
 * pending, or the bound is over, all histories are judged. Blocks for as long as that takes.
 */
public final class ChaosRun {
    private final ChaosPlan plan;
    private final Path out;
    private final Consumer<String> teller;
    private final TopicCatalogue catalogue = TopicCatalogue.reference();
    private final Instant began = InstantSource.system().instant();

    /**
     * @param out directory that takes the plan, the report, and, when the run fails, histories and logs
     * @param teller takes a line for each thing that happens, by several threads
     */
    public ChaosRun(ChaosPlan plan, Path out, Consumer<String> teller) {
        this.plan = plan;
        this.out = out;
        this.teller = teller;
    }

    /** Runs it. */
    public ChaosReport run() throws IOException, SQLException, InterruptedException {
        Files.createDirectories(out);
        plan.write(out.resolve("plan.json"));
        try (ChaosTestbed testbed = ChaosTestbed.open(plan)) {
            try {
                return run(testbed);
            } catch (IOException | SQLException | RuntimeException e) {
                new RunRecords(out).keepLogs(testbed.logs());
                throw e;
            }
        }
    }

    private ChaosReport run(ChaosTestbed testbed) throws IOException, SQLException, InterruptedException {
        Map<String, NodeUse> before = new LinkedHashMap<>();
        Map<String, ChaosLoad> loads = new LinkedHashMap<>();
        for (ChaosSystem system : testbed.systems()) {
            before.put(system.name(), NodeUse.of(system));
            loads.put(system.name(), new ChaosLoad(system.database(), plan, catalogue));
        }
        teller.accept("all systems reach each other; " + plan.faults().size() + " faults follow");
        RetentionWatch retention = new RetentionWatch(testbed.systems(), plan.days());
        HistoryAudit single = new HistoryAudit(catalogue, retention.rows());
        try (SystemsAudit audit = SystemsAudit.open(
                testbed.systems().stream().map(ChaosSystem::database).toList(), single, testbed.directory())) {
            GrowthWatch watch = new GrowthWatch(testbed.systems(), out.resolve("growth.csv"));
            List<Nemesis.Done> done;
            Map<String, Calm> calm;
            int turned;
            try (DayTurner turner = DayTurner.start(
                    plan.days(),
                    testbed.systems().stream().map(ChaosSystem::clocks).toList(),
                    teller)) {
                done = disturb(testbed, loads, watch);
                calm = settle(testbed);
                if (settled(calm) != Calm.NEVER) {
                    retention.awaitRemoval();
                }
                turned = turner.turned();
            }
            AuditResult result = audit.audit(began, Expectation.ALL_DELIVERED).plus(retention.audit(turned));
            if (plan.tables()) {
                result = result.plus(tables(testbed, loads));
            }
            Map<String, ChaosReport.SystemReport> systems = new LinkedHashMap<>();
            for (ChaosSystem system : testbed.systems()) {
                List<Use> uses = NodeUse.of(system).limitedBy(of(before, system));
                List<Submit> submits =
                        plan.tables() ? List.of() : of(loads, system).acknowledged();
                result = result.plus(single.run(system.database(), submits, of(calm, system), uses));
                systems.put(system.name(), new ChaosReport.SystemReport(system.endedItself(), uses));
            }
            if (plan.hasBrokers()) {
                int ended = testbed.brokers().endedItself();
                systems.put(ChaosBrokers.NAME, new ChaosReport.SystemReport(ended, List.of()));
            }
            ChaosReport report = new ChaosReport(
                    plan.seed(),
                    RunEnvironment.commit(),
                    plan,
                    ChaosReport.count(done),
                    ChaosReport.rows(List.copyOf(loads.values()), result, suppressed(testbed)),
                    settled(calm),
                    systems,
                    retention.summaries(),
                    watch.verdicts(),
                    result.kinds(),
                    result.violations());
            keep(testbed, report);
            return report;
        }
    }

    private AuditResult tables(ChaosTestbed testbed, Map<String, ChaosLoad> loads) throws SQLException {
        Map<String, List<Submit>> acknowledged = new LinkedHashMap<>();
        loads.forEach((system, load) -> acknowledged.put(system, load.acknowledged()));
        return new TableAudit(catalogue)
                .audit(testbed.systems().stream().map(ChaosSystem::database).toList(), acknowledged);
    }

    private void keep(ChaosTestbed testbed, ChaosReport report) throws IOException, SQLException {
        report.write(out.resolve("report.json"));
        boolean ended = report.systems().values().stream().anyMatch(system -> system.endedItself() > 0);
        if (!report.clean() || ended) {
            RunRecords records = new RunRecords(out);
            records.keepLogs(testbed.logs());
            records.keepHistories(testbed.systems(), plan);
        }
    }

    private static <T> T of(Map<String, T> map, ChaosSystem system) {
        T found = map.get(system.name());
        if (found == null) {
            throw new IllegalStateException("no data of " + system.name());
        }
        return found;
    }

    private List<Nemesis.Done> disturb(ChaosTestbed testbed, Map<String, ChaosLoad> loads, GrowthWatch watch)
            throws IOException, InterruptedException {
        List<Future<?>> submitting = new ArrayList<>();
        try (ExecutorService servers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (ChaosLoad load : loads.values()) {
                submitting.add(servers.submit(() -> {
                    load.run(plan.perSecond(), plan.seconds());
                    return null;
                }));
            }
            submitting.add(servers.submit(() -> {
                watch.run(plan.seconds());
                return null;
            }));
            List<Nemesis.Done> done = new Nemesis(testbed, teller).run(plan.faults());
            for (ChaosSystem system : testbed.systems()) {
                system.server().startAgain(); // when a fault could not
            }
            for (Future<?> each : submitting) {
                each.get();
            }
            return done;
        } catch (ExecutionException e) {
            throw new IOException("rows cannot be submitted, or growth cannot be measured: " + e.getMessage(), e);
        }
    }

    /** Asks each system until none of its rows is pending, or the bound is over. */
    private Map<String, Calm> settle(ChaosTestbed testbed) throws InterruptedException {
        teller.accept("the last fault is over");
        long start = System.nanoTime();
        long bound = Duration.ofSeconds(plan.boundSeconds()).toMillis();
        Map<String, Calm> calm = new LinkedHashMap<>();
        testbed.systems().forEach(system -> calm.put(system.name(), new Calm(bound, Calm.NEVER)));
        while (settled(calm) == Calm.NEVER
                && Duration.ofNanos(System.nanoTime() - start).toMillis() < bound) {
            for (ChaosSystem system : testbed.systems()) {
                long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                if (of(calm, system).emptyMillis() == Calm.NEVER && isEmpty(system)) {
                    calm.put(system.name(), new Calm(bound, millis));
                }
            }
            Pause.shortly();
        }
        return calm;
    }

    private boolean isEmpty(ChaosSystem system) {
        try (Connection connection = system.database().openOwner()) {
            return MeshAccount.pending(connection) == 0 && (!plan.tables() || ServerTables.pending(connection) == 0);
        } catch (SQLException e) {
            return false; // a server that has not recovered yet
        }
    }

    private static long settled(Map<String, Calm> calm) {
        return calm.values().stream().anyMatch(each -> each.emptyMillis() == Calm.NEVER)
                ? Calm.NEVER
                : calm.values().stream().mapToLong(Calm::emptyMillis).max().orElse(0);
    }

    private static long suppressed(ChaosTestbed testbed) throws SQLException {
        long sum = 0;
        for (ChaosSystem system : testbed.systems()) {
            try (Connection connection = system.database().openOwner()) {
                sum += MeshAccount.duplicates(connection);
            }
        }
        return sum;
    }
}
