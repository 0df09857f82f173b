package org.c4igateway.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.cli.base.Stopwatch;
import org.c4igateway.cli.database.StatusCommand;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.lab.net.Direction;
import org.c4igateway.lab.net.DirectionCounters;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.TopicCatalogue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the whole path on this machine, over both transports, with a receiver killed in the middle. */
@Command(
        name = "demo",
        description = {
            "Run nodes on this machine over JMS and DDS, kill one in the middle, and compare all rows.",
            "Starts an embedded PostgreSQL with an interface database per node, submits the sample messages and a generated"
                    + " load, first over JMS, then over DDS, kills a receiving node in the middle and starts it again,"
                    + " and compares outboxes with inboxes row by row.",
            "At the end one message is published to all systems; the last system keeps its text in CP949.",
            "Exit status 0 only when every ledger balances and nothing is lost, doubled, altered or out of order."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final long WAN_RATE = 128_000;
    private static final double WAN_LOSS = 0.3;

    @Mixin
    private final DemoOptions options = new DemoOptions();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "jms,dds",
            description = "Transports to run one after the other: jms, dds, mixed; default: ${DEFAULT-VALUE}.")
    private List<Transports> transports = List.of();

    @Option(
            names = "--wan",
            description =
                    "Run two sites instead, in network namespaces, with half of the nodes each. Their WAN gateways use a link of 128 kbit/s that"
                            + " loses 30 %% of the packets in both directions. A gateway is killed in the middle. Needs root.")
    private boolean wan;

    @Option(
            names = "--hold",
            description = "Keep the nodes of the last transport running and print the addresses of their consoles.")
    private boolean hold;

    @Option(names = "--samples", paramLabel = "DIR", description = "Directory of message files; default: samples.")
    private Path samples = Path.of(System.getProperty("c4i.home", "."), "samples");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        String problem = options.problem(wan);
        if (problem.isEmpty() && wan && spec.commandLine().getParseResult().hasMatchedOption("--transport")) {
            problem = "--transport: not possible with --wan, which uses DDS";
        }
        if (problem.isEmpty() && wan && hold) {
            problem = "--hold: not possible with --wan, whose nodes are in isolated networks";
        }
        if (!problem.isEmpty()) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        if (!Files.isDirectory(samples)) {
            throw CommandException.environment("no directory " + samples + "; name a directory with --samples");
        }
        Stopwatch watch = new Stopwatch();
        try {
            return run(watch);
        } catch (IOException | SQLException e) {
            throw CommandException.negative("the demonstration failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted");
        }
    }

    private int run(Stopwatch total) throws IOException, SQLException, InterruptedException, CommandException {
        MessageLoad load = MessageLoad.read(samples, TopicCatalogue.reference());
        ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), ProgressLine.isInteractive());
        if (wan) {
            return new DemoVerdict(List.of(overWan(load, progress)), Optional.empty(), total).print(out());
        }
        Stopwatch watch = new Stopwatch();
        try (Mesh mesh = Mesh.create(options.nodes())) {
            out().printf("PostgreSQL with %d interface databases ready after %s%n", options.nodes(), watch);
            DemoConsoles consoles = new DemoConsoles(mesh);
            if (hold) {
                consoles.open();
            }
            DemoRun run = new DemoRun(mesh, load, options.onLan(), out(), progress);
            List<DemoRun.Result> results = new ArrayList<>();
            for (Transports transport : transports) {
                startNodes(mesh, transport);
                results.add(run.run(
                        transport.toString(),
                        new NodeVictim(mesh.node(mesh.systems().get(1)))));
            }
            DemoPublication publication = new DemoPublication(mesh, START_PATIENCE);
            DemoPublication.Result published = publication.run();
            if (hold) {
                publication.restore();
            } else {
                mesh.stop();
            }
            printLedgers(mesh);
            int status = new DemoVerdict(results, Optional.of(published), total).print(out());
            if (hold) {
                consoles.hold(out());
            }
            return status;
        }
    }

    private void startNodes(Mesh mesh, Transports transport) throws IOException, InterruptedException {
        out().println();
        out().println(transport);
        Stopwatch watch = new Stopwatch();
        mesh.start(transport, START_PATIENCE);
        out().println("  " + mesh.systems().size() + " nodes active and in reach of each other after " + watch);
        out().flush();
    }

    private DemoRun.Result overWan(MessageLoad load, ProgressLine progress)
            throws IOException, SQLException, InterruptedException, CommandException {
        Optional<String> obstacle = NetworkTestbed.obstacle();
        if (obstacle.isPresent()) {
            throw CommandException.environment(obstacle.get());
        }
        Stopwatch watch = new Stopwatch();
        try (WanSites sites = WanSites.open(options.nodes() / 2, WanSites.Options.of(WAN_RATE + "bit"))) {
            Impairment impairment = Impairment.ofRate(WAN_RATE).withLoss(WAN_LOSS);
            sites.link().impair(impairment);
            out().printf(
                            "PostgreSQL, two sites and a link of %d kbit/s with %.0f %% loss each way (%s) ready after %s%n",
                            WAN_RATE / 1_000, 100 * WAN_LOSS, sites.driver().label(), watch);
            watch = new Stopwatch();
            sites.startGateways(START_PATIENCE);
            out().println("  gateways NORTH and SOUTH in reach of each other after " + watch);
            startNodes(sites.mesh(), Transports.DDS);
            DemoRun run = new DemoRun(sites.mesh(), load, options.overWan(), out(), progress);
            DemoRun.Result result = run.run("dds over wan", new GatewayVictim(sites, "SOUTH"));
            printLink(sites);
            sites.mesh().stop();
            printLedgers(sites.mesh());
            return result;
        }
    }

    private void printLink(WanSites sites) throws IOException, InterruptedException {
        for (Direction direction : Direction.values()) {
            DirectionCounters counters = sites.link().read(direction);
            out().printf(
                            "  link %s: %d packets, %d of them lost (%.1f %%)%n",
                            direction == Direction.FORWARD ? "to SOUTH" : "to NORTH",
                            counters.lossSeen(),
                            counters.lost(),
                            100 * counters.lossShare());
        }
    }

    private void printLedgers(Mesh mesh) throws SQLException {
        for (String system : mesh.systems()) {
            try (Connection connection = mesh.database(system).openOwner()) {
                out().println();
                StatusCommand.print(LedgerSnapshot.read(connection, false), out());
            }
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A node that is killed. */
    private record NodeVictim(NodeProcess node) implements DemoRun.Victim {
        @Override
        public String name() {
            return node.address().system();
        }

        @Override
        public void kill() throws InterruptedException {
            node.kill();
        }

        @Override
        public void start() throws IOException, InterruptedException {
            node.start();
            node.awaitActive(START_PATIENCE, false);
        }
    }

    /** A WAN gateway that is killed. */
    private record GatewayVictim(WanSites sites, String site) implements DemoRun.Victim {
        @Override
        public String name() {
            return "gateway " + site;
        }

        @Override
        public void kill() throws InterruptedException {
            sites.gateway(site).kill();
        }

        @Override
        public void start() throws IOException, InterruptedException {
            sites.startGateway(site, START_PATIENCE);
        }
    }
}
