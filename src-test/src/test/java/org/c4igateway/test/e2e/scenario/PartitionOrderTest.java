package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.c4igateway.lab.chaos.ChaosReport;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.schedule.PlannedFault;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes over DDS, of which one hears nothing for less than the lease and the other for longer: the first keeps what
 * it heard behind a gap, the second takes it for gone. Skipped with the reason where namespaces cannot be made.
 */
@Tag("slow")
@Tag("campaign")
class PartitionOrderTest {
    private static final double INBOUND = 0.7;
    private static final long BELOW_THE_LEASE = 8_500;
    private static final long BEYOND_THE_LEASE = 13_500;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @Test
    @Timeout(600)
    void keepsTheOrderWhenOneSideAloneNoticesAPartition(@TempDir Path directory) throws Exception {
        List<PlannedFault> faults = List.of(
                new PlannedFault(8_000, FaultKind.ONE_WAY, "ALPHA", BELOW_THE_LEASE, INBOUND),
                new PlannedFault(8_010, FaultKind.ONE_WAY, "BRAVO", BEYOND_THE_LEASE, INBOUND),
                new PlannedFault(30_000, FaultKind.ONE_WAY, "BRAVO", BELOW_THE_LEASE, INBOUND),
                new PlannedFault(30_010, FaultKind.ONE_WAY, "ALPHA", BEYOND_THE_LEASE, INBOUND));
        ChaosPlan plan = new ChaosPlan(7, 50, ChaosPlan.Carrier.DDS, 2, 20, 180, faults);

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.faults().get(FaultKind.ONE_WAY))
                .satisfies(count -> assertThat(count.done()).isEqualTo(4));
    }
}
