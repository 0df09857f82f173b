package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.run.measure.LinkWatch;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.ProcessFigures;
import org.c4igateway.lab.transport.samples.Bridge;
import org.c4igateway.lab.transport.samples.BridgeEnd;
import org.c4igateway.lab.transport.samples.BrokerBridge;
import org.c4igateway.lab.transport.samples.SampleEnding;
import org.c4igateway.lab.transport.samples.SampleProcesses;
import org.c4igateway.lab.transport.samples.SamplesAssignment;
import org.c4igateway.lab.transport.samples.ZenohRouters;
import org.c4igateway.lab.transport.samples.ZenohTools;
import org.c4igateway.lab.transport.samples.poller.JdbcPoller;

/**
 * Samples one way: a bridge where the cell has one, the two programs, a warm-up over clear links, then the condition
 * and all samples at once, as in the layer of rows.
 */
final class SamplesRun {
    private static final double PERCENT = 100;

    private final Lab lab;
    private final Scenario scenario;
    private final Condition condition;
    private final Cell cell;
    private final Exchange exchange;

    SamplesRun(Lab lab, Scenario scenario, Condition condition, Cell cell, Exchange exchange) {
        this.lab = lab;
        this.scenario = scenario;
        this.condition = condition;
        this.cell = cell;
        this.exchange = exchange;
    }

    /**
     * Blocks until it is over.
     *
     * @param network with links that are not impaired yet
     * @param directory for configurations and logs
     */
    RunFrame.Measured measure(Exchange.Kind.Samples samples, Network network, Path directory, long seed)
            throws IOException, InterruptedException {
        try (Bridge bridge = bridge(network, directory);
                SampleProcesses processes =
                        SampleProcesses.start(scene(samples, network, bridge, directory, seed), lab.classPath())) {
            processes.warmUp();
            RunFrame.impair(network, condition);
            Map<String, Host.Traffic> before = RunFrame.traffic(network);
            try (LinkWatch watch = new LinkWatch(network)) {
                watch.start();
                SampleProcesses.Outcome outcome = processes.send();
                Map<String, Host.Traffic> traffic = RunFrame.since(network, before);
                return measured(outcome, watch.report(), traffic);
            }
        }
    }

    private Bridge bridge(Network network, Path directory) throws IOException, InterruptedException {
        BridgeEnd from = end(network.host(exchange.from()));
        BridgeEnd to = end(network.host(exchange.answerer()));
        return switch (cell.carrier()) {
            case ZENOH_TCP -> zenoh("tcp", from, to, directory);
            case ZENOH_UDP -> zenoh("udp", from, to, directory);
            case ARTEMIS_BRIDGE -> BrokerBridge.start(from, to, lab.classPath(), directory);
            case JDBC_POLLER -> JdbcPoller.start(from, to, lab::newDatabase, lab.classPath(), directory);
            default -> Bridge.NONE;
        };
    }

    private static BridgeEnd end(Host host) {
        return new BridgeEnd(host.name(), host.enter(), host.address());
    }

    private static Bridge zenoh(String protocol, BridgeEnd from, BridgeEnd to, Path directory) throws IOException {
        return ZenohRouters.start(ZenohTools.of(System.getenv()), protocol, from, to, directory);
    }

    private SampleProcesses.Scene scene(
            Exchange.Kind.Samples samples, Network network, Bridge bridge, Path directory, long seed) {
        Host sending = network.host(exchange.from());
        Host taking = network.host(exchange.answerer());
        Duration limit = scenario.procedure().timeLimit();
        boolean mayLose = !exchange.reliable() || !cell.carrier().repairs();
        return new SampleProcesses.Scene(
                sending.enter(),
                taking.enter(),
                assignment(samples, settings(true, place(bridge, sending, taking), limit), seed),
                assignment(samples, settings(false, place(bridge, taking, taking), limit), seed),
                bridge,
                new SampleEnding(mayLose, limit),
                directory);
    }

    private SamplesAssignment assignment(Exchange.Kind.Samples samples, EndSettings end, long seed) {
        return new SamplesAssignment(end, exchange.from(), exchange.sizes().getFirst(), samples.counts(), seed);
    }

    /** With a bridge programs reach what is at their own host. */
    private EndSettings.Place place(Bridge bridge, Host own, Host taking) {
        return cell.carrier().isBridge()
                ? bridge.place(own.name())
                : new EndSettings.Place(own.address(), taking.address(), own.device());
    }

    /** A write waits longer than the run, so that the time limit comes first. */
    private EndSettings settings(boolean asks, EndSettings.Place place, Duration limit) {
        return new EndSettings(spoken(), asks, place, exchange.reliable(), limit.multipliedBy(2));
    }

    /** What the programs themselves speak. */
    private Cell.Carrier spoken() {
        return switch (cell.carrier()) {
            case ZENOH_TCP, ZENOH_UDP -> Cell.Carrier.CYCLONE;
            default -> cell.carrier();
        };
    }

    private RunFrame.Measured measured(
            SampleProcesses.Outcome outcome,
            Map<String, RunResult.LinkReport> links,
            Map<String, Host.Traffic> traffic) {
        RunResult.Delivery delivery = new RunResult.Delivery(
                outcome.asked(), outcome.arrived(), outcome.arrived(), 0, 0, 0, 0, 0, "", "", List.of());
        return new RunFrame.Measured(
                outcome.complete() ? RunResult.Outcome.COMPLETED : RunResult.Outcome.DNF,
                delivery,
                links,
                traffic,
                Map.of(),
                Map.of(),
                result(outcome, traffic.getOrDefault(exchange.from(), new Host.Traffic(0, 0, 0, 0))));
    }

    /** @param sender what passed the interface of its host */
    private ExchangeResult result(SampleProcesses.Outcome outcome, Host.Traffic sender) {
        double asked = outcome.asked();
        Map<String, Double> figures = new LinkedHashMap<>();
        if (outcome.arrived() > 0) {
            figures.put(ExchangeResult.SAMPLES, outcome.arrived() / outcome.seconds());
            figures.put(ExchangeResult.SECONDS, outcome.seconds());
        }
        figures.put(ExchangeResult.LOST, PERCENT * (outcome.asked() - outcome.arrived()) / asked);
        figures.put(ExchangeResult.SENT, sender.sentBytes() / asked);
        figures.put(ExchangeResult.RETURNED, sender.receivedBytes() / asked);
        figures.put(ExchangeResult.DOUBLED, (double) outcome.doubled());
        return new ExchangeResult(
                List.of(new ExchangeResult.Step(
                        exchange.sizes().getFirst(),
                        outcome.asked(),
                        outcome.arrived(),
                        figures,
                        ProcessFigures.cpuSeconds(outcome.used()) * 1e6 / asked,
                        "")),
                outcome.used());
    }
}
