package org.c4igateway.test.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.c4igateway.lab.chaos.ChaosReport;
import org.c4igateway.lab.chaos.ChaosRun;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.test.process.TestJava;

/** A run of chaos that must deliver each reliable row and show no violation. */
final class CleanRun {
    private CleanRun() {}

    /** Carries it out and checks that. */
    static ChaosReport of(ChaosPlan plan, Path directory) throws Exception {
        ChaosReport report = new ChaosRun(plan, directory, line -> {}, Optional.of(TestJava.quickStart())).run();

        assertThat(report.lines()).isEmpty();
        assertThat(report.clean()).isTrue();
        assertThat(report.rows().delivered())
                .isPositive()
                .isEqualTo(report.rows().reliable());
        return report;
    }
}
