package org.c4igateway.cli.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.cli.base.SeedOption;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.schedule.FaultKinds;
import org.c4igateway.lab.chaos.schedule.WrongClock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a run is, from the command line. */
final class ChaosOptions {
    @Mixin
    private final SeedOption seed = new SeedOption();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "5m",
            converter = DurationText.class,
            description = "Time with faults; default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            defaultValue = "jms",
            description = {
                "jms, dds, mixed, wan: DDS by a WAN gateway at each system, or all: as mixed, with DDS by WAN gateways;"
                        + " default: ${DEFAULT-VALUE}."
            })
    private ChaosPlan.Carrier transport = ChaosPlan.Carrier.JMS;

    @Option(
            names = "--systems",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of systems, 2 to 6; default: ${DEFAULT-VALUE}.")
    private int systems;

    @Option(
            names = "--faults",
            paramLabel = "KIND",
            split = ",",
            description = "Kinds of faults, see docs/chaos.md; default: all that do not change the run as a whole.")
    private List<String> kinds = List.of();

    @Option(
            names = "--peace",
            paramLabel = "TIME",
            defaultValue = "6s",
            converter = DurationText.class,
            description =
                    "Longest pause between two rounds of faults; the shortest is 1s; default:" + " ${DEFAULT-VALUE}.")
    private Duration peace = Duration.ZERO;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rows a second that each system submits; default: ${DEFAULT-VALUE}.")
    private double perSecond;

    @Option(
            names = {"--wait", "--bound"},
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationText.class,
            description = "Time after the last fault in which no row may be pending; default: ${DEFAULT-VALUE}.")
    private Duration bound = Duration.ZERO;

    @Option(
            names = "--day",
            paramLabel = "TIME",
            converter = DurationText.class,
            description =
                    "How long a day lasts, by the clocks of the run: they are moved a day ahead each time, and the"
                            + " shortest retention applies; 20s or more; needs libfaketime. Default: real days.")
    private Duration day = Duration.ZERO;

    @Option(
            names = "--tables",
            description = "The C4I servers have tables of their own, which nodes read and write by the table bridge.")
    private boolean tables;

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "1",
            description = "Shards into which the outbox of each system is divided, 1 to 8; default: ${DEFAULT-VALUE}.")
    private int shards;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "Run the plan of an earlier run, its plan.json, instead of a drawn one.")
    private @Nullable Path replay;

    /** The plan of the run. */
    ChaosPlan plan() throws CommandException {
        try {
            ChaosPlan plan = replay != null ? ChaosPlan.read(replay) : drawn();
            requireClocks(plan);
            for (FaultKind kind : plan.kinds()) {
                require(kind);
            }
            return plan;
        } catch (IOException | IllegalArgumentException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    private ChaosPlan drawn() throws CommandException {
        ChaosPlan empty = new ChaosPlan(
                seed.draw(),
                Math.toIntExact(duration.toSeconds()),
                transport,
                systems,
                perSecond,
                Math.toIntExact(bound.toSeconds()),
                Math.toIntExact(day.toSeconds()),
                tables,
                List.of());
        return empty.divided(shards).drawn(wanted(), Math.toIntExact(peace.toSeconds()));
    }

    private Set<FaultKind> wanted() throws CommandException {
        if (kinds.isEmpty()) {
            return FaultKinds.usual(transport.hasGateways());
        }
        Set<FaultKind> wanted = EnumSet.noneOf(FaultKind.class);
        for (String kind : kinds) {
            FaultKind found = FaultKind.of(kind);
            require(found);
            wanted.add(found);
        }
        return wanted;
    }

    private static void requireClocks(ChaosPlan plan) throws CommandException {
        Optional<String> obstacle = WrongClock.obstacle();
        if (plan.days().areMoved() && obstacle.isPresent()) {
            throw CommandException.environment("no moved clocks here: " + obstacle.get());
        }
    }

    private static void require(FaultKind kind) throws CommandException {
        Optional<String> obstacle = FaultKinds.obstacle(kind);
        if (obstacle.isPresent()) {
            throw CommandException.environment("no " + kind.label() + " here: " + obstacle.get());
        }
    }
}
