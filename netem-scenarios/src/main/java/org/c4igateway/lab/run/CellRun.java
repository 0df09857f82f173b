package org.c4igateway.lab.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.run.measure.CommitLog;
import org.c4igateway.lab.run.measure.Completion;
import org.c4igateway.lab.run.measure.DeliveryRecords;
import org.c4igateway.lab.run.measure.LinkWatch;
import org.c4igateway.lab.run.measure.Recovery;
import org.c4igateway.lab.run.measure.Submissions;
import org.c4igateway.lab.run.measure.Timeline;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.lab.workload.Workload;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;

/**
 * One run: a network, databases and node processes of its own; a warm-up over clear links; then the condition, the
 * events, and the wait until everything is delivered or the time is up. Blocks for as long as that takes.
 */
final class CellRun {
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);
    private static final Duration WARM_UP_PATIENCE = Duration.ofMinutes(2);

    private final Lab lab;
    private final TopicCatalogue catalogue;
    private final Scenario scenario;
    private final Condition condition;
    private final Cell cell;
    private final InstantSource clock = InstantSource.system();

    CellRun(Lab lab, TopicCatalogue catalogue, Scenario scenario, Condition condition, Cell cell) {
        this.lab = lab;
        this.catalogue = catalogue;
        this.scenario = scenario;
        this.condition = condition;
        this.cell = cell;
    }

    /** Runs it; a run that breaks is a result too. */
    RunResult run(RunKey key) throws InterruptedException {
        long seed = scenario.procedure().seed() * 1_000 + key.repetition();
        return new RunFrame(lab, clock).around(key, seed, directory -> measure(directory, seed));
    }

    private RunFrame.Measured measure(Path directory, long seed)
            throws IOException, SQLException, InterruptedException {
        Workload workload = new Workload(catalogue);
        Map<Flow, List<MessageLoad.Message>> messages = new LinkedHashMap<>();
        condition
                .flows()
                .forEach(flow ->
                        messages.put(flow, workload.draw(flow, cell.tuning().topic(), seed)));
        NetworkPlan plan = scenario.networkFor(condition, cell);
        try (Network network = lab.testbed().build(plan, new Network.Choice(lab.driver(), seed));
                RunGateways runGateways =
                        RunGateways.prepare(lab, new RunGateways.Scene(plan, network, cell, condition), directory);
                RunNodes runNodes = fleet(network, directory)) {
            RunFrame.tuneKernels(network, cell);
            startUp(runGateways, runNodes, workload, seed);
            for (ImpairedLink link : network.links()) {
                Condition.Directions ways = condition.link(link.name());
                link.impair(ways.forward(), ways.backward());
            }
            try (Submissions submissions = new Submissions(messages, workload, runNodes, clock);
                    LinkWatch watch = new LinkWatch(network)) {
                return play(network, runNodes, submissions, watch);
            }
        }
    }

    private RunNodes fleet(Network network, Path directory) throws IOException, SQLException {
        String name = String.valueOf(directory.getFileName()).hashCode() + "_" + System.nanoTime() % 1_000_000;
        return RunNodes.prepare(
                lab,
                network,
                cell,
                cell.tuning().nodeFor(condition.slowestBitsPerSecond(), condition.longestRoundTrip()),
                directory,
                name.replace('-', 'n'),
                scenario.procedure().newcomer());
    }

    /** One run at a time: starting and compiling take all processors. */
    private void startUp(RunGateways runGateways, RunNodes runNodes, Workload workload, long seed)
            throws IOException, SQLException, InterruptedException {
        lab.starting().acquire();
        try {
            runGateways.start(START_PATIENCE);
            runNodes.start(START_PATIENCE);
            warmUp(runNodes, workload, seed);
        } finally {
            lab.starting().release();
        }
    }

    private void warmUp(RunNodes runNodes, Workload workload, long seed)
            throws SQLException, IOException, InterruptedException {
        int count = scenario.procedure().warmUpMessages();
        if (count == 0) {
            return;
        }
        Map<Flow, List<MessageLoad.Message>> messages = new LinkedHashMap<>();
        for (Flow flow : condition.flows()) {
            Flow few = new Flow(flow.from(), flow.to(), count, flow.content(), 0);
            messages.put(few, workload.draw(few, cell.tuning().topic(), ~seed));
        }
        Map<String, Long> before = newest(runNodes);
        try (Submissions submissions = new Submissions(messages, workload, runNodes, clock)) {
            submissions.begin();
            Completion completion = new Completion(runNodes, submissions, before);
            long deadline = System.nanoTime() + WARM_UP_PATIENCE.toNanos();
            while (!completion.isReached()) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("the warm-up over clear links did not end");
                }
                Pause.shortly();
            }
        }
    }

    private RunFrame.Measured play(Network network, RunNodes runNodes, Submissions submissions, LinkWatch watch)
            throws IOException, SQLException, InterruptedException {
        Map<String, Long> before = newest(runNodes);
        Map<String, Host.Traffic> traffic = new LinkedHashMap<>();
        for (Host host : network.hosts()) {
            traffic.put(host.name(), host.traffic());
        }
        Map<String, Host.Traffic> begun = Map.copyOf(traffic);
        watch.start();
        Instant zero = clock.instant();
        Timeline timeline = new Timeline(condition, network, runNodes, submissions, clock);
        boolean complete = await(timeline, new Completion(runNodes, submissions, before));
        Instant until =
                complete ? clock.instant() : zero.plus(scenario.procedure().timeLimit());
        for (Host host : network.hosts()) {
            traffic.computeIfPresent(host.name(), (name, earlier) -> since(host, earlier));
        }
        Map<String, RunResult.LinkReport> links = watch.report();
        for (ImpairedLink link : network.links()) {
            link.impair(Impairment.NONE); // what is still under way shall not hold up the end
        }
        DeliveryRecords deliveryRecords = new DeliveryRecords(runNodes::database, before, zero, until);
        List<String> faults = new ArrayList<>();
        for (Flow flow : submissions.flows()) {
            deliveryRecords.add(flow, submissions.intended(flow));
            faults.addAll(deliveryRecords.faults(flow, new HistoryAudit(catalogue)));
        }
        RunResult.Delivery delivery = deliveryRecords.delivery(faults);
        Flow flow = condition.flows().getFirst();
        Map<String, Double> stages = new Recovery(name -> runNodes.node(name).log(), timeline.happened(), flow, zero)
                .stages(deliveryRecords::meanConfirmation, delivery);
        Addition addition = new Addition(scenario.procedure().newcomer(), runNodes.linesElsewhere());
        return new RunFrame.Measured(
                outcome(complete, faults),
                delivery,
                links,
                traffic,
                stages,
                addition.figures(timeline.happened(), zero, delivery, traffic, discovery(timeline, begun)),
                null);
    }

    /** What passed at the newcomer's interface before the rows were submitted; null when it was started later. */
    private Host.@Nullable Traffic discovery(Timeline timeline, Map<String, Host.Traffic> begun) {
        String newcomer = scenario.procedure().newcomer();
        Host.Traffic from = begun.get(newcomer);
        Host.Traffic until = timeline.untilRows().get(newcomer);
        return from == null || until == null ? null : until.since(from);
    }

    private static RunResult.Outcome outcome(boolean complete, List<String> faults) {
        if (!faults.isEmpty()) {
            return RunResult.Outcome.FAILED;
        }
        return complete ? RunResult.Outcome.COMPLETED : RunResult.Outcome.DNF;
    }

    private static Host.Traffic since(Host host, Host.Traffic earlier) {
        try {
            return host.traffic().since(earlier);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether everything was delivered before the time was up. */
    private boolean await(Timeline timeline, Completion completion)
            throws IOException, SQLException, InterruptedException {
        long limit = scenario.procedure().timeLimit().toNanos();
        while (!timeline.isOver() || !completion.isReached()) {
            timeline.advance();
            if (timeline.elapsedNanos() > limit) {
                return false;
            }
            Pause.of(completion.pause());
        }
        return true;
    }

    private static Map<String, Long> newest(RunNodes runNodes) throws SQLException {
        Map<String, Long> newest = new LinkedHashMap<>();
        for (String system : runNodes.systems()) {
            newest.put(system, CommitLog.newest(runNodes.database(system)));
        }
        return newest;
    }
}
