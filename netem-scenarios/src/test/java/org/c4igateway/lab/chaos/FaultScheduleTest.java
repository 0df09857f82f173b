package org.c4igateway.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.schedule.FaultKinds;
import org.c4igateway.lab.chaos.schedule.PlannedFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultScheduleTest {
    private static final int SEEDS = 500;
    private static final Set<FaultKind> ALL = EnumSet.allOf(FaultKind.class);

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(plan(7).drawn(ALL, 6)).isEqualTo(plan(7).drawn(ALL, 6));
        assertThat(plan(7).drawn(ALL, 6).faults())
                .isNotEqualTo(plan(8).drawn(ALL, 6).faults());
    }

    @Test
    void hasAtMostThreeFaultsAtOnceAndNoTwoOnOnePart() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<PlannedFault> faults = plan(seed).drawn(ALL, 6).faults();
            for (PlannedFault fault : faults) {
                List<PlannedFault> together = faults.stream()
                        .filter(other -> other.atMillis() <= fault.atMillis() && other.endMillis() >= fault.atMillis())
                        .toList();
                assertThat(together).as("seed %d", seed).hasSizeBetween(1, 3);
                assertThat(together.stream()
                                .filter(other -> other.system().equals(fault.system()))
                                .map(other -> other.kind().part()))
                        .as("seed %d", seed)
                        .doesNotHaveDuplicates();
            }
            assertThat(faults).as("seed %d", seed).allMatch(fault -> fault.endMillis() <= 300_000);
        }
    }

    @Test
    void drawsEveryKindAndNoOther() {
        Set<FaultKind> seen = EnumSet.noneOf(FaultKind.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            plan(seed).drawn(ALL, 6).faults().forEach(fault -> seen.add(fault.kind()));
        }
        assertThat(seen).isEqualTo(ALL);
        assertThat(plan(3).drawn(EnumSet.of(FaultKind.KILL), 6).faults())
                .isNotEmpty()
                .allMatch(fault -> fault.kind() == FaultKind.KILL);
    }

    @Test
    void isReadFromItsFileAsItWasWritten(@TempDir Path directory) throws IOException {
        ChaosPlan plan = plan(11).drawn(ALL, 6);
        Path file = directory.resolve("plan.json");
        plan.write(file);

        assertThat(Files.readString(file))
                .contains("\"" + plan.faults().getFirst().kind().label() + "\"");
        assertThat(ChaosPlan.read(file)).isEqualTo(plan);
    }

    @Test
    void hasDaysOnlyWhereTheFileTellsTheirLength(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("plan.json");
        ChaosPlan days = new ChaosPlan(1, 300, ChaosPlan.Carrier.ALL, 3, 10, 120, 60, false, List.of());
        days.write(file);
        assertThat(ChaosPlan.read(file)).isEqualTo(days);

        Files.writeString(file, Files.readString(file).replaceAll("\"daySeconds\"[^,]*,", ""));
        assertThat(ChaosPlan.read(file)).isEqualTo(plan(1));
    }

    @Test
    void refusesAFileThatIsNone(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("plan.json"), "{\"seed\": \"none\"}");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ChaosPlan.read(file))
                .withMessageContaining("is no plan of a run");
    }

    @Test
    void refusesAFileWithoutASeed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("plan.json");
        plan(1).write(file);
        Files.writeString(file, Files.readString(file).replaceAll("\"seed\"[^,]*,", ""));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ChaosPlan.read(file))
                .withMessageContaining("is no plan of a run");
    }

    @Test
    void refusesFaultsOfGatewaysWhereThereAreNone() {
        ChaosPlan plan = new ChaosPlan(1, 300, ChaosPlan.Carrier.MIXED, 3, 10, 120, List.of());

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.drawn(EnumSet.of(FaultKind.KILL, FaultKind.GATEWAY_FREEZE), 6))
                .withMessage("gateway-freeze needs WAN gateways, which only the transports wan and all have");
        assertThat(FaultKinds.usual(false)).noneMatch(FaultKind::needsGateway);
        assertThat(FaultKinds.usual(true)).contains(FaultKind.GATEWAY_KILL, FaultKind.RESTART);
    }

    @Test
    void refusesFaultsOfBrokersWithoutJms() {
        ChaosPlan plan = new ChaosPlan(1, 300, ChaosPlan.Carrier.DDS, 3, 10, 120, List.of());

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.drawn(EnumSet.of(FaultKind.BROKER_KILL), 6))
                .withMessage("broker-kill needs JMS, which only the transports jms, mixed and all use");
    }

    @Test
    void refusesFailoverWhereDaysPass() {
        ChaosPlan plan = new ChaosPlan(1, 300, ChaosPlan.Carrier.MIXED, 3, 10, 120, 60, false, List.of());

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> plan.drawn(EnumSet.of(FaultKind.FAILOVER), 6))
                .withMessageContaining("failover needs real days");
    }

    @Test
    void hasTablesOnlyWhereTheFileSaysSo(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("plan.json");
        ChaosPlan tables = new ChaosPlan(1, 300, ChaosPlan.Carrier.ALL, 3, 10, 120, 0, true, List.of());
        tables.write(file);
        assertThat(ChaosPlan.read(file)).isEqualTo(tables);

        Files.writeString(file, Files.readString(file).replaceAll("\"tables\"[^,]*,", ""));
        assertThat(ChaosPlan.read(file)).isEqualTo(plan(1));
    }

    @Test
    void refusesTablesWhereDaysPass() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ChaosPlan(1, 300, ChaosPlan.Carrier.JMS, 3, 10, 120, 60, true, List.of()))
                .withMessageContaining("tables need real days");
    }

    @Test
    void hasNoFaultsUnlessToldThatChangeTheRunAsAWhole() {
        assertThat(FaultKinds.usual(true))
                .contains(FaultKind.KILL, FaultKind.HALF_OPEN)
                .noneMatch(FaultKind::needsRelay)
                .noneMatch(FaultKind::needsDisk)
                .doesNotContain(FaultKind.CLOCK, FaultKind.FAILOVER);
    }

    @Test
    void isHalvedWhileOneHalfFailsAlone() throws Exception {
        ChaosPlan failed = plan(5).drawn(ALL, 6);
        PlannedFault guilty = failed.faults().get(failed.faults().size() / 3);
        List<Integer> tried = new ArrayList<>();

        ChaosPlan smallest = new Shrinking(plan -> {
                    tried.add(plan.faults().size());
                    return plan.faults().contains(guilty);
                })
                .shrink(failed);

        assertThat(smallest.faults()).containsExactly(guilty);
        assertThat(tried).hasSizeLessThan(20);
    }

    /** A standby, a disk or a relay changes the run also while nothing happens to it. */
    @Test
    void keepsTheSetUpWhileFaultsAreLeftOut(@TempDir Path directory) throws Exception {
        List<PlannedFault> faults = Stream.of(
                        FaultKind.KILL,
                        FaultKind.FAILOVER,
                        FaultKind.DISK_FULL,
                        FaultKind.CORRUPTION,
                        FaultKind.BROKER_KILL)
                .map(kind -> new PlannedFault(10_000, kind, "ALPHA", 1_000, 0))
                .toList();
        ChaosPlan failed = new ChaosPlan(5, 300, ChaosPlan.Carrier.ALL, 3, 10, 120, faults);
        Path file = directory.resolve("smallest.json");

        ChaosPlan smallest = new Shrinking(
                        plan -> plan.hasStandbys() && plan.hasDisks() && plan.hasRelays() && plan.hasBrokers())
                .shrink(failed);
        smallest.write(file);

        assertThat(smallest.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(FaultKind.KILL));
        assertThat(ChaosPlan.read(file)).isEqualTo(smallest);
    }

    @Test
    void isSetUpForItsFaultsWhereTheFileTellsNothingElse(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("plan.json");
        ChaosPlan plan = plan(11).drawn(ALL, 6);
        plan.write(file);

        Files.writeString(file, Files.readString(file).replaceAll("\"kinds\"[^]]*],", ""));

        assertThat(ChaosPlan.read(file)).isEqualTo(plan);
    }

    @Test
    void isKeptWhenNoHalfFailsAlone() throws Exception {
        ChaosPlan failed = plan(5).drawn(ALL, 6);

        assertThat(new Shrinking(plan -> plan.equals(failed)).shrink(failed)).isEqualTo(failed);
    }

    private static ChaosPlan plan(long seed) {
        return new ChaosPlan(seed, 300, ChaosPlan.Carrier.ALL, 3, 10, 120, List.of());
    }
}
