package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.run.measure.LinkWatch;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.lab.scenario.Scenario;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.transport.Assignment;
import org.c4igateway.lab.transport.CannotRunException;
import org.c4igateway.lab.transport.DdsPerf;
import org.c4igateway.lab.transport.DdsPerfPair;
import org.c4igateway.lab.transport.EndSettings;
import org.c4igateway.lab.transport.ExchangeResult;
import org.c4igateway.lab.transport.FanProcesses;
import org.c4igateway.lab.transport.ProgramPair;
import org.c4igateway.lab.transport.job.JobProcesses;
import org.c4igateway.lab.transport.job.OpenMpi;
import org.c4igateway.lab.transport.stream.ChunkTable;
import org.c4igateway.lab.transport.stream.StreamProcesses;

/**
 * One run of the layer {@code transport}: a network of its own with the condition set, and programs that climb the
 * ladder of payloads, or do one job after another, in an order drawn from the seed. Blocks for as long as that takes.
 */
final class ExchangeRun {
    private static final String LOOPBACK = "lo";
    private static final String LOOPBACK_ADDRESS = "127.0.0.1";
    private static final int REFERENCE_DOMAIN = 8;
    private static final Duration LONGEST_SEND = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(2);

    private final Lab lab;
    private final RunPlan.Step step;
    private final Scenario scenario;
    private final Condition condition;
    private final Cell cell;
    private final Exchange exchange;

    ExchangeRun(Lab lab, RunPlan.Step step, Exchange exchange) {
        this.lab = lab;
        this.step = step;
        this.scenario = step.scenario();
        this.condition = step.condition();
        this.cell = step.cell();
        this.exchange = exchange;
    }

    /** Runs it; a run that breaks is a result too. */
    RunResult run(RunKey key) throws InterruptedException {
        long seed = scenario.procedure().seed() * 1_000 + key.repetition();
        return new RunFrame(lab, InstantSource.system()).around(key, seed, directory -> measure(directory, seed));
    }

    private RunFrame.Measured measure(Path directory, long seed)
            throws IOException, SQLException, InterruptedException {
        try (Network network = lab.testbed().build(possible(), new Network.Choice(lab.driver(), seed))) {
            RunFrame.tuneKernels(network, cell);
            if (exchange.kind() instanceof Exchange.Kind.Samples samples) {
                return new SamplesRun(lab, scenario, condition, cell, exchange)
                        .measure(samples, network, directory, seed);
            }
            RunFrame.impair(network, condition);
            Map<String, Host.Traffic> before = RunFrame.traffic(network);
            try (LinkWatch watch = new LinkWatch(network)) {
                watch.start();
                ExchangeResult result = climb(network, directory, seed);
                return measured(result, watch.report(), RunFrame.since(network, before));
            }
        } catch (CannotRunException e) {
            throw new MissingPrerequisiteException(String.valueOf(e.getMessage()), e);
        }
    }

    private NetworkPlan possible() throws IOException {
        NetworkPlan plan = scenario.networkFor(condition, cell);
        Optional<String> obstacle = lab.testbed().obstacleTo(plan.plumbing());
        if (obstacle.isPresent()) {
            throw new MissingPrerequisiteException("the kernel or iproute2 cannot join pods so: " + obstacle.get());
        }
        return plan;
    }

    private static RunFrame.Measured measured(
            ExchangeResult result, Map<String, RunResult.LinkReport> links, Map<String, Host.Traffic> traffic) {
        RunResult.Delivery delivery = new RunResult.Delivery(
                result.asked(), result.answered(), result.answered(), 0, 0, 0, 0, 0, "", "", result.faults());
        RunResult.Outcome outcome = result.faults().isEmpty() ? RunResult.Outcome.COMPLETED : RunResult.Outcome.FAILED;
        return new RunFrame.Measured(outcome, delivery, links, traffic, Map.of(), Map.of(), result);
    }

    private ExchangeResult climb(Network network, Path directory, long seed)
            throws IOException, SQLException, InterruptedException {
        Host asking = network.host(exchange.from());
        Host answering = network.host(exchange.answerer());
        List<Integer> sizes = RunPlan.drawn(exchange.sizes(), seed, "sizes");
        return switch (exchange.kind()) {
            case Exchange.Kind.RoundTrip roundTrip ->
                roundTrips(ladder(sizes, roundTrip.counts()), asking, answering, directory);
            case Exchange.Kind.Fan fan -> fan(fan, sizes, asking, answering, directory);
            case Exchange.Kind.Stream stream when stream.store() -> stored(stream, sizes, asking, answering, directory);
            case Exchange.Kind.Stream stream -> stream(stream, sizes, asking, answering, directory, Optional.empty());
            case Exchange.Kind.Job job ->
                job(
                        new Exchange.Kind.Job(
                                RunPlan.drawn(job.numbers(), seed, "numbers"), job.workers(), job.killAt()),
                        asking,
                        answering,
                        directory);
            case Exchange.Kind.Entities entities ->
                new EntitiesRun(lab, step, exchange, network)
                        .run(entities, RunPlan.drawn(entities.topics(), seed, "topics"), directory);
            case Exchange.Kind.Durability durability ->
                new DurabilityRun(lab, durability, place(asking), place(answering))
                        .run(sizes.getFirst(), seed, scenario.procedure().timeLimit(), directory);
            case Exchange.Kind.Samples _ -> throw new IllegalStateException("samples begin over clear links");
        };
    }

    private ExchangeResult roundTrips(Assignment.Ladder ladder, Host asking, Host answering, Path directory)
            throws IOException, InterruptedException {
        if (cell.carrier() == Cell.Carrier.DDSPERF) {
            return reference(asking, answering).climb(ladder);
        }
        boolean echo = cell.tuning().echo();
        return new ProgramPair(lab.classPath(), directory, scenario.procedure().timeLimit())
                .climb(new ProgramPair.Scene(
                        asking.enter(),
                        answering.enter(),
                        new Assignment(end(true, asking, answering, LONGEST_SEND), echo, ladder),
                        new Assignment(end(false, asking, answering, LONGEST_SEND), echo, ladder)));
    }

    private DdsPerfPair reference(Host asking, Host answering) {
        List<String> options = exchange.reliable() ? List.of() : List.of("-u");
        List<String> peers =
                condition.plumbing().isPresent() ? List.of(asking.address(), answering.address()) : List.of();
        DdsPerf reference = new DdsPerf(REFERENCE_DOMAIN, device(asking), options, peers);
        return new DdsPerfPair(reference, asking.enter(), answering.enter());
    }

    /** With a database of its own, on the server that the lab reaches all hosts from. */
    private ExchangeResult stored(
            Exchange.Kind.Stream stream, List<Integer> chunks, Host sending, Host receiving, Path directory)
            throws IOException, SQLException, InterruptedException {
        String name = "chunks_"
                + Integer.toHexString(String.valueOf(directory.getFileName()).hashCode());
        InterfaceDatabase database = lab.database().create(receiving.name(), name);
        try {
            ChunkTable table = ChunkTable.create(database, directory);
            return stream(stream, chunks, sending, receiving, directory, Optional.of(table));
        } finally {
            lab.database().drop(database);
        }
    }

    private ExchangeResult stream(
            Exchange.Kind.Stream stream,
            List<Integer> chunks,
            Host sending,
            Host receiving,
            Path directory,
            Optional<ChunkTable> table)
            throws IOException, InterruptedException {
        if (cell.carrier() == Cell.Carrier.DDSPERF) {
            return reference(sending, receiving).stream(chunks);
        }
        // Where nobody is killed, the time limit of the run comes first.
        Duration patience =
                stream.killAt() == 0 ? scenario.procedure().timeLimit().multipliedBy(2) : silence(chunks);
        StreamProcesses.Scene scene = new StreamProcesses.Scene(
                sending.enter(),
                receiving.enter(),
                end(true, sending, receiving, patience),
                end(false, sending, receiving, patience),
                new StreamProcesses.Streams(chunks, stream.volume(), stream.killAt()),
                table,
                scenario.procedure().timeLimit(),
                directory);
        try (StreamProcesses processes = StreamProcesses.start(scene, lab.classPath())) {
            return processes.run();
        }
    }

    private ExchangeResult fan(Exchange.Kind.Fan fan, List<Integer> sizes, Host writing, Host reading, Path directory)
            throws IOException, InterruptedException {
        FanProcesses.Scene scene = new FanProcesses.Scene(
                cell.carrier(),
                fan.ends(),
                new FanProcesses.Place(writing.enter(), device(writing)),
                new FanProcesses.Place(reading.enter(), device(reading)),
                scenario.procedure().timeLimit(),
                directory);
        try (FanProcesses processes = FanProcesses.start(scene, lab.classPath())) {
            return processes.climb(ladder(sizes, fan.counts()));
        }
    }

    private ExchangeResult job(Exchange.Kind.Job job, Host leading, Host working, Path directory)
            throws IOException, InterruptedException {
        Duration patience = scenario.procedure().timeLimit();
        if (cell.carrier() == Cell.Carrier.OPENMPI) {
            if (exchange.place() == Exchange.Place.TWO_HOSTS) {
                throw new CannotRunException("mpirun starts its processes on one host only here");
            }
            return new OpenMpi(leading.enter(), patience, directory).run(job);
        }
        JobProcesses.Scene scene = new JobProcesses.Scene(
                cell.carrier(),
                new JobProcesses.Place(leading.enter(), address(leading), device(leading)),
                new JobProcesses.Place(working.enter(), address(working), device(working)),
                job,
                patience,
                directory);
        try (JobProcesses processes = JobProcesses.start(scene, lab.classPath())) {
            return processes.run();
        }
    }

    private static Assignment.Ladder ladder(List<Integer> sizes, Exchange.Counts counts) {
        return new Assignment.Ladder(sizes, counts.primers(), counts.counted());
    }

    /** With plumbing each end is told the address of the other: hosts for comparison find each other as pods do. */
    private EndSettings end(boolean asks, Host asking, Host answering, Duration patience) {
        Host own = asks ? asking : answering;
        Host other = asks ? answering : asking;
        String peer = condition.plumbing().isPresent() ? other.address() : "";
        return new EndSettings(
                cell.carrier(),
                asks,
                new EndSettings.Place(address(own), address(answering), device(own), peer),
                exchange.reliable(),
                patience);
    }

    /** After so long without an acknowledgement a receiver that is going to be killed counts as gone. */
    private Duration silence(List<Integer> chunks) {
        long bitsPerSecond = condition.slowestBitsPerSecond();
        if (bitsPerSecond == 0) {
            return SILENCE;
        }
        long bits = 8L * (StreamProcesses.ACKNOWLEDGED_BYTES + Collections.max(chunks));
        return SILENCE.plusMillis(2_000 * bits / bitsPerSecond);
    }

    private NodePlace place(Host host) {
        return new NodePlace(host.enter(), address(host), host.managementAddress(), device(host));
    }

    private String address(Host host) {
        return exchange.place() == Exchange.Place.SAME_HOST ? LOOPBACK_ADDRESS : host.address();
    }

    private String device(Host host) {
        return exchange.place() == Exchange.Place.SAME_HOST ? LOOPBACK : host.device();
    }
}
