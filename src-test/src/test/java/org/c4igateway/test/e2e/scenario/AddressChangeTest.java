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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The address of a node is taken away, it gets another one of the same network, and later the former one again, while
 * rows are submitted. Over DDS the node ends by itself each time and joins anew, but once only when it is still
 * starting at the second change; over JMS, where its peer has the former address in its file, rows wait for that.
 * Skipped with the reason where namespaces cannot be made.
 */
@Tag("slow")
@Tag("campaign")
class AddressChangeTest {
    private static final long AT_MILLIS = 3_000;
    private static final long LASTS_MILLIS = 12_000;

    @BeforeAll
    static void requireNamespaces() {
        Namespaces.require();
    }

    @ParameterizedTest
    @CsvSource({"DDS, 1, 2", "JMS, 0, 0"})
    @Timeout(600)
    void deliversWhatIsSubmittedBeforeDuringAndAfterAChange(
            ChaosPlan.Carrier transports, int fewest, int most, @TempDir Path directory) throws Exception {
        PlannedFault fault = new PlannedFault(AT_MILLIS, FaultKind.ADDRESS, "ALPHA", LASTS_MILLIS, 0);
        ChaosPlan plan = new ChaosPlan(7, 20, transports, 2, 20, 180, List.of(fault));

        ChaosReport report = CleanRun.of(plan, directory);

        assertThat(report.systems().get("ALPHA"))
                .satisfies(alpha -> assertThat(alpha.endedItself()).isBetween(fewest, most));
    }
}
