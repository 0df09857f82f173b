package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.chaos.ChaosReport;
import org.c4igateway.lab.chaos.ChaosRun;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.schedule.PlannedFault;
import org.c4igateway.lab.chaos.schedule.WrongClock;
import org.c4igateway.lab.history.RunHistory.Use;
import org.c4igateway.lab.testbed.disk.LoopDisk;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole run of the nemesis on real processes; skipped with the reason where namespaces cannot be made. */
@Tag("slow")
@Tag("campaign")
class ChaosRunTest {
    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    @Timeout(600)
    void survivesFaultsOfNodeDatabaseSessionsTablesAndLink(@TempDir Path directory) throws Exception {
        List<PlannedFault> faults = List.of(
                new PlannedFault(2_000, FaultKind.KILL, "ALPHA", 500, 0),
                new PlannedFault(3_000, FaultKind.PARTITION, "BRAVO", 3_000, 0),
                new PlannedFault(8_000, FaultKind.FREEZE, "BRAVO", 2_000, 0),
                new PlannedFault(11_000, FaultKind.POOL, "ALPHA", 100, 0),
                new PlannedFault(12_000, FaultKind.LEASE, "BRAVO", 100, 0),
                new PlannedFault(14_000, FaultKind.DATABASE_STOP, "BRAVO", 300, 0),
                new PlannedFault(15_000, FaultKind.DATABASE_KILL, "ALPHA", 300, 0),
                new PlannedFault(18_000, FaultKind.LOCK, "BRAVO", 1_000, 0.5));
        ChaosPlan plan = new ChaosPlan(1, 20, ChaosPlan.Carrier.MIXED, 2, 10, 180, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.rows().acknowledged()).isPositive();
        assertThat(report.faults().values())
                .allSatisfy(count -> assertThat(count.done() + count.hindered()).isEqualTo(1));
        // A lock or a session may be gone when its turn comes; what is done from outside always is.
        assertThat(report.faults()).hasEntrySatisfying(FaultKind.KILL, ChaosRunTest::wasDone);
        assertThat(report.faults()).hasEntrySatisfying(FaultKind.FREEZE, ChaosRunTest::wasDone);
        assertThat(report.faults()).hasEntrySatisfying(FaultKind.PARTITION, ChaosRunTest::wasDone);
        assertThat(report.faults()).hasEntrySatisfying(FaultKind.DATABASE_STOP, ChaosRunTest::wasDone);
        assertThat(ChaosPlan.read(directory.resolve("plan.json"))).isEqualTo(plan);
        assertThat(directory.resolve("report.json")).exists();
    }

    @Test
    @Timeout(600)
    void survivesFaultsOfWanGateways(@TempDir Path directory) throws Exception {
        List<PlannedFault> faults = List.of(
                new PlannedFault(2_000, FaultKind.GATEWAY_KILL, "ALPHA", 500, 0),
                new PlannedFault(6_000, FaultKind.GATEWAY_FREEZE, "BRAVO", 3_000, 0),
                new PlannedFault(11_000, FaultKind.GATEWAY_KILL, "BRAVO", 300, 0),
                new PlannedFault(12_000, FaultKind.ONE_WAY, "ALPHA", 4_000, 0),
                new PlannedFault(17_000, FaultKind.RESTART, "ALPHA", 500, 0));
        ChaosPlan plan = new ChaosPlan(1, 20, ChaosPlan.Carrier.WAN, 2, 10, 180, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.faults().values())
                .allSatisfy(count -> assertThat(count.hindered()).isZero());
        assertThat(report.systems().values())
                .allSatisfy(system -> assertThat(system.uses())
                        .extracting(Use::name)
                        .contains("threads", "gateway's threads", "gateway's descriptors"));
    }

    /** Links that carry, but slowly, late, in pieces or small packets only. */
    @ParameterizedTest
    @EnumSource(
            value = ChaosPlan.Carrier.class,
            names = {"MIXED", "WAN"})
    @Timeout(600)
    void survivesLinksThatCarryBadly(ChaosPlan.Carrier carrier, @TempDir Path directory) throws Exception {
        List<PlannedFault> faults = List.of(
                new PlannedFault(2_000, FaultKind.THROTTLE, "ALPHA", 6_000, 0.7),
                new PlannedFault(3_000, FaultKind.DELAY, "BRAVO", 5_000, 0.6),
                new PlannedFault(9_000, FaultKind.MTU_BLACK_HOLE, "ALPHA", 5_000, 0.1),
                new PlannedFault(9_000, FaultKind.BURSTS, "BRAVO", 9_000, 0.5),
                new PlannedFault(15_000, FaultKind.MTU_BLACK_HOLE, "ALPHA", 4_000, 0.9));
        ChaosPlan plan = new ChaosPlan(1, 20, carrier, 2, 10, 180, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.rows().acknowledged()).isPositive();
        assertThat(report.faults().values())
                .allSatisfy(count -> assertThat(count.hindered()).isZero());
    }

    /**
     * The servers write and read tables of their own, and each row arrives once from table to table, through a pair of
     * external brokers where it goes by JMS.
     */
    @Test
    @Timeout(600)
    void survivesFaultsOfBrokersWhereServersHaveTablesOfTheirOwn(@TempDir Path directory) throws Exception {
        List<PlannedFault> faults = List.of(
                new PlannedFault(2_000, FaultKind.KILL, "ALPHA", 300, 0),
                new PlannedFault(4_000, FaultKind.KILL, "BRAVO", 300, 0),
                new PlannedFault(8_000, FaultKind.POOL, "ALPHA", 100, 0),
                new PlannedFault(9_000, FaultKind.DATABASE_KILL, "BRAVO", 300, 0),
                new PlannedFault(11_000, FaultKind.POOL, "BRAVO", 100, 0),
                new PlannedFault(13_000, FaultKind.DATABASE_STOP, "ALPHA", 300, 0),
                new PlannedFault(10_000, FaultKind.BROKER_KILL, "ALPHA", 1_000, 0),
                new PlannedFault(15_000, FaultKind.BROKER_KILL, "ALPHA", 1_000, 0),
                new PlannedFault(15_000, FaultKind.CORRUPTION, "BRAVO", 4_000, 0.5));
        ChaosPlan plan = new ChaosPlan(1, 20, ChaosPlan.Carrier.MIXED, 2, 10, 180, 0, true, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.rows().acknowledged()).isPositive();
        assertThat(report.faults())
                .hasEntrySatisfying(
                        FaultKind.KILL, count -> assertThat(count.done()).isEqualTo(2))
                .hasEntrySatisfying(
                        FaultKind.BROKER_KILL, count -> assertThat(count.done()).isEqualTo(2));
    }

    /**
     * A disk that loses power keeps what an fsync has confirmed; a standby has each commit that was confirmed, so that
     * rows are still taken from tables of the servers; a node goes on without its log.
     */
    @Test
    @Timeout(600)
    void survivesFaultsOfDisksAndStandbysAndConnectionsHalfOpen(@TempDir Path directory) throws Exception {
        assumeTrue(LoopDisk.obstacle().isEmpty(), () -> LoopDisk.obstacle().orElse(""));
        List<PlannedFault> faults = List.of(
                new PlannedFault(2_000, FaultKind.DISK_FULL, "ALPHA", 4_000, 0),
                new PlannedFault(3_000, FaultKind.DISK_STALL, "BRAVO", 3_000, 0),
                new PlannedFault(6_000, FaultKind.NODE_DISK_FULL, "BRAVO", 8_000, 0),
                new PlannedFault(9_000, FaultKind.POWER_CUT, "BRAVO", 1_000, 0),
                new PlannedFault(10_000, FaultKind.FAILOVER, "ALPHA", 1_000, 0),
                new PlannedFault(14_000, FaultKind.HALF_OPEN, "BRAVO", 8_000, 0.1),
                new PlannedFault(18_000, FaultKind.POWER_CUT, "ALPHA", 1_000, 0),
                new PlannedFault(22_000, FaultKind.HALF_OPEN, "ALPHA", 4_000, 0.9));
        ChaosPlan plan = new ChaosPlan(1, 30, ChaosPlan.Carrier.MIXED, 2, 10, 180, 0, true, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.faults().values())
                .allSatisfy(count -> assertThat(count.hindered()).isZero());
    }

    /** Rows of days past are removed meanwhile, and no others. */
    @Test
    @Timeout(600)
    void survivesFaultsWhileDaysPass(@TempDir Path directory) throws Exception {
        assumeTrue(WrongClock.obstacle().isEmpty(), () -> WrongClock.obstacle().orElse(""));
        List<PlannedFault> faults = List.of(
                new PlannedFault(10_000, FaultKind.KILL, "ALPHA", 500, 0),
                new PlannedFault(19_000, FaultKind.PARTITION, "BRAVO", 3_000, 0),
                new PlannedFault(28_000, FaultKind.DATABASE_STOP, "BRAVO", 300, 0));
        ChaosPlan plan = new ChaosPlan(1, 45, ChaosPlan.Carrier.MIXED, 2, 10, 180, 20, false, faults);

        ChaosReport report = new ChaosRun(plan, directory, line -> {}, Optional.of(TestJava.quickStart())).run();

        assertThat(report.lines()).isEmpty();
        assertThat(report.rows().delivered())
                .isPositive()
                .isEqualTo(report.rows().reliable());
        assertThat(report.retention()).containsOnlyKeys("ALPHA", "BRAVO");
        assertThat(report.retention().values()).allSatisfy(removed -> {
            assertThat(removed.daysPassed()).isGreaterThanOrEqualTo(3);
            assertThat(removed.outboxRows()).isPositive();
            assertThat(removed.inboxRows()).isPositive();
        });
        assertThat(ChaosPlan.read(directory.resolve("plan.json"))).isEqualTo(plan);
    }

    private static void wasDone(ChaosReport.Count count) {
        assertThat(count.done()).isEqualTo(1);
    }
}
