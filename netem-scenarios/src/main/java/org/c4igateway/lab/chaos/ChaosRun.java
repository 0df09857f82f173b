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
import java.util.Optional;
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
import org.c4igateway.lab.chaos.tables.TableAudit;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.RunHistory.Calm;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.history.SystemsAudit;
import org.c4igateway.lab.run.RunEnvironment;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.topics.TopicCatalogue;

/**
 * One run: systems are built, rows are submitted while faults begin and end, then there is peace; when no row is
 * pending, or the bound is over, all histories are judged. Blocks for as long as that takes.
 */
public final class ChaosRun {
    private final ChaosPlan plan;
    private final Path out;
    private final Consumer<String> teller;
    private final Optional<ClassPathFile> classPath;
    private final TopicCatalogue catalogue = TopicCatalogue.reference();
    private final Instant began = InstantSource.system().instant();

    /**
     * @param out directory that takes the plan, the report, and, when the run fails, histories and logs
     * @param teller takes a line for each thing that happens, by several threads
     */
    public ChaosRun(ChaosPlan plan, Path out, Consumer<String> teller) {
        this(plan, out, teller, Optional.empty());
    }

    /** @param classPath of its processes; empty for that of {@link ClassPathFile#find} */
    public ChaosRun(ChaosPlan plan, Path out, Consumer<String> teller, Optional<ClassPathFile> classPath) {
        this.plan = plan;
        this.out = out;
        this.teller = teller;
        this.classPath = classPath;
    }

    /** Runs it. */
    public ChaosReport run() throws IOException, SQLException, InterruptedException {
        Files.createDirectories(out);
        plan.write(out.resolve("plan.json"));
        try (ChaosTestbed testbed = ChaosTestbed.open(plan, classPath)) {
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
            Disturbed disturbed;
            long settled;
            int turned;
            try (DayTurner turner = DayTurner.start(
                    plan.days(),
                    testbed.systems().stream().map(ChaosSystem::clocks).toList(),
                    teller)) {
                disturbed = disturb(testbed, loads, watch);
                settled = settling(testbed).awaitAll();
                if (settled != Calm.NEVER) {
                    retention.awaitRemoval();
                }
                turned = turner.turned();
            }
            AuditResult result = audit.audit(began, Expectation.ALL_DELIVERED).plus(retention.audit(turned));
            if (plan.tables()) {
                result = result.plus(tables(testbed, loads));
            }
            long bound = Duration.ofSeconds(plan.boundSeconds()).toMillis();
            long latest = Math.min(disturbed.recoveredMillis(), settled) == Calm.NEVER ? Calm.NEVER : settled;
            Calm calm = new Calm(bound, latest);
            Map<String, ChaosReport.SystemReport> systems = new LinkedHashMap<>();
            for (ChaosSystem system : testbed.systems()) {
                List<Use> uses = NodeUse.of(system).limitedBy(of(before, system));
                List<Submit> submits =
                        plan.tables() ? List.of() : of(loads, system).acknowledged();
                result = result.plus(single.run(system.database(), submits, calm, uses));
                systems.put(
                        system.name(),
                        new ChaosReport.SystemReport(
                                (long) of(loads, system).acknowledged().size(),
                                system.endedItself(),
                                system.endedItself() - of(disturbed.endedBefore(), system),
                                uses));
            }
            if (plan.hasBrokers()) {
                int ended = testbed.brokers().endedItself();
                systems.put(ChaosBrokers.NAME, ChaosReport.SystemReport.ofBrokers(ended));
            }
            ChaosReport report = new ChaosReport(
                    plan.seed(),
                    RunEnvironment.commit(),
                    plan,
                    ChaosReport.count(disturbed.faults()),
                    ChaosReport.rows(List.copyOf(loads.values()), result, suppressed(testbed)),
                    disturbed.recoveredMillis(),
                    settled,
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

    /**
     * What came of the faults.
     *
     * @param faults as carried out
     * @param endedBefore how often processes of each system had ended by themselves when the last fault was over
     * @param recoveredMillis from then until no row submitted before was pending, or {@link Calm#NEVER}
     */
    private record Disturbed(List<Nemesis.Done> faults, Map<String, Integer> endedBefore, long recoveredMillis) {}

    private Settling settling(ChaosTestbed testbed) {
        return new Settling(testbed.systems(), plan.tables(), Duration.ofSeconds(plan.boundSeconds()));
    }

    private Disturbed disturb(ChaosTestbed testbed, Map<String, ChaosLoad> loads, GrowthWatch watch)
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
            Map<String, Integer> endedBefore = new LinkedHashMap<>();
            for (ChaosSystem system : testbed.systems()) {
                system.server().startAgain(); // when a fault could not
                endedBefore.put(system.name(), system.endedItself());
            }
            teller.accept("the last fault is over");
            long recovered = settling(testbed).awaitOlder();
            for (Future<?> each : submitting) {
                each.get();
            }
            return new Disturbed(done, endedBefore, recovered);
        } catch (ExecutionException e) {
            throw new IOException("rows cannot be submitted, or growth cannot be measured: " + e.getMessage(), e);
        }
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
