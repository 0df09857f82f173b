package org.c4igateway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.chaos.ChaosReport.Count;
import org.c4igateway.lab.chaos.ChaosReport.Rows;
import org.c4igateway.lab.chaos.ChaosReport.SystemReport;
import org.c4igateway.lab.chaos.growth.Growth;
import org.c4igateway.lab.chaos.growth.GrowthVerdict;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.stats.Trend;
import org.junit.jupiter.api.Test;

/** A run without violations that proves nothing is not clean. */
class ChaosReportTest {
    private static final SystemReport BUSY = new SystemReport(3_000L, 2, 1, List.of());
    private static final Count DONE = new Count(2, 1, 30);
    private static final Rows ARRIVED = new Rows(6_000, 3, 5_400, 5_400, 600, 500, 7);

    @Test
    void isCleanWhenRowsWereSubmittedAndFaultsDone() {
        assertThat(report(BUSY, DONE, ARRIVED).shortcomings()).isEmpty();
        assertThat(report(BUSY, DONE, ARRIVED).clean()).isTrue();
    }

    @Test
    void isNotCleanWhenASystemSubmittedNothing() {
        assertFound(report(new SystemReport(0L, 0, 0, List.of()), DONE, ARRIVED), "ALPHA: no row was submitted");
    }

    @Test
    void isNotCleanWhenAProcessDoesNotStayUp() {
        assertFound(
                report(new SystemReport(3_000L, 9, 7, List.of()), DONE, ARRIVED),
                "ALPHA: its node or gateway ended 7 times after the last fault");
    }

    @Test
    void isNotCleanWhenNoFaultWasDone() {
        assertFound(report(BUSY, new Count(0, 3, 30), ARRIVED), "each fault was hindered");
    }

    @Test
    void isNotCleanWhenNothingOfBestEffortArrived() {
        assertFound(
                report(BUSY, DONE, new Rows(6_000, 3, 5_400, 5_400, 600, 0, 7)),
                "none of 600 best-effort rows arrived");
    }

    @Test
    void isNotCleanWhenAProcessThatRanOnCouldNotBeMeasured() {
        assertThat(List.of(grown(9, 9), grown(0, 90)))
                .extracting(one -> report(BUSY, DONE, ARRIVED, one).shortcomings())
                .containsExactly(List.of(), List.of("not measured: ALPHA's node, heap: 0 of 90 looks: NOT KNOWN"));
        assertThat(report(BUSY, DONE, ARRIVED, grown(9, 9)).unknownGrowth()).isEqualTo(1);
    }

    private static GrowthVerdict grown(int looks, int due) {
        double none = Double.NaN;
        return new GrowthVerdict("ALPHA's node", Growth.HEAP, none, none, 4, none, looks, due, Trend.Judgement.UNKNOWN);
    }

    private static void assertFound(ChaosReport report, String shortcoming) {
        assertThat(report.shortcomings()).containsExactly(shortcoming);
        assertThat(report.clean()).isFalse();
    }

    private static ChaosReport report(SystemReport alpha, Count kills, Rows rows, GrowthVerdict... growth) {
        ChaosPlan plan =
                new ChaosPlan(1, 300, ChaosPlan.Carrier.JMS, 2, 10, 120, List.of()).drawn(Set.of(FaultKind.KILL), 6);
        return new ChaosReport(
                1,
                "commit",
                plan,
                Map.of(FaultKind.KILL, kills),
                rows,
                1_000,
                500,
                Map.of("ALPHA", alpha),
                Map.of(),
                List.of(growth),
                Map.of(),
                List.of());
    }
}
