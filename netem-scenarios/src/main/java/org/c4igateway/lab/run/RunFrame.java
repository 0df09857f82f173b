package org.c4igateway.lab.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.run.measure.ProcessorUse;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProgramProcess;
import org.jspecify.annotations.Nullable;

/** What every run has, whatever it measures: a directory, a seed, circumstances, and a result even when it breaks. */
final class RunFrame {
    private final Lab lab;
    private final InstantSource clock;

    RunFrame(Lab lab, InstantSource clock) {
        this.lab = lab;
        this.clock = clock;
    }

    /** What is measured. */
    @FunctionalInterface
    interface Body {
        /** Blocks until it is measured. */
        Measured measure(Path directory) throws IOException, SQLException, InterruptedException;
    }

    /** What was measured of a run that did not break. */
    record Measured(
            RunResult.Outcome outcome,
            RunResult.Delivery delivery,
            Map<String, RunResult.LinkReport> links,
            Map<String, Host.Traffic> hosts,
            Map<String, Double> stages,
            Map<String, Double> addition,
            @Nullable ExchangeResult exchange) {
        private static Measured nothing(RunResult.Outcome outcome) {
            return new Measured(outcome, RunResult.Delivery.NOTHING, Map.of(), Map.of(), Map.of(), Map.of(), null);
        }
    }

    /** Runs it; a run that breaks is a result too. */
    RunResult around(RunKey key, long seed, Body body) throws InterruptedException {
        Instant started = clock.instant();
        int sideBySide = lab.running().incrementAndGet();
        ProcessorUse before = ProcessorUse.read();
        String detail = "";
        Measured measured;
        try {
            measured = body.measure(lab.newDirectory(key.fileName()));
            detail = String.join("; ", measured.delivery().faults());
        } catch (IOException | SQLException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            detail = message.isEmpty() ? e.toString() : message;
            measured = Measured.nothing(outcome(e));
        } finally {
            lab.running().decrementAndGet();
        }
        return new RunResult(
                key,
                seed,
                measured.outcome(),
                detail,
                measured.delivery(),
                measured.links(),
                measured.hosts(),
                measured.stages(),
                measured.addition(),
                measured.exchange(),
                circumstances(started, sideBySide, before));
    }

    private static RunResult.Outcome outcome(Exception problem) {
        return switch (problem) {
            case MissingPrerequisiteException _ -> RunResult.Outcome.IMPOSSIBLE;
            case ProgramProcess.Unfinished _ -> RunResult.Outcome.DNF;
            default -> RunResult.Outcome.FAILED;
        };
    }

    private RunResult.Circumstances circumstances(Instant started, int sideBySide, ProcessorUse before) {
        return new RunResult.Circumstances(
                started.toString(),
                Duration.between(started, clock.instant()).toMillis() / 1e3,
                sideBySide,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                ProcessorUse.read().othersSince(before));
    }

    /** Sets the congestion control and the settings of the kernel that the cell names, at all hosts. */
    static void tuneKernels(Network network, Cell cell) throws MissingPrerequisiteException {
        String algorithm = cell.tuning().congestionControl();
        for (Host host : network.hosts()) {
            if (!algorithm.isEmpty()) {
                require("congestion control " + algorithm, () -> host.congestionControl(algorithm));
            }
            for (Map.Entry<String, String> setting : cell.tuning().kernel().entrySet()) {
                require("setting " + setting, () -> host.kernelSetting(setting.getKey(), setting.getValue()));
            }
        }
    }

    /** Sets what the condition does to links. */
    static void impair(Network network, Condition condition) throws IOException {
        for (ImpairedLink link : network.links()) {
            Condition.Directions ways = condition.link(link.name());
            link.impair(ways.forward(), ways.backward());
        }
    }

    /** What passed the interfaces of hosts until now, by name. */
    static Map<String, Host.Traffic> traffic(Network network) throws IOException {
        Map<String, Host.Traffic> traffic = new LinkedHashMap<>();
        for (Host host : network.hosts()) {
            traffic.put(host.name(), host.traffic());
        }
        return traffic;
    }

    /** What passed since then. */
    static Map<String, Host.Traffic> since(Network network, Map<String, Host.Traffic> before) throws IOException {
        Map<String, Host.Traffic> traffic = new LinkedHashMap<>();
        for (Host host : network.hosts()) {
            Host.Traffic earlier = before.get(host.name());
            if (earlier != null) {
                traffic.put(host.name(), host.traffic().since(earlier));
            }
        }
        return traffic;
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void require(String what, Step step) throws MissingPrerequisiteException {
        try {
            step.run();
        } catch (IOException e) {
            throw new MissingPrerequisiteException("the kernel has no " + what, e);
        }
    }
}
