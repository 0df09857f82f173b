package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.chaos.days.SystemClocks;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.chaos.schedule.FaultKind;
import org.c4igateway.lab.chaos.tables.ServerTables;
import org.c4igateway.lab.history.retention.KeptRows;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.Workspace;
import org.c4igateway.lab.testbed.config.MeshYaml;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.TestbedPasswords;
import org.c4igateway.lab.tool.ExitHook;
import org.jspecify.annotations.Nullable;

/**
 * Systems at one switch, each with a link that can be impaired, a database server of its own and two nodes of which one
 * runs. {@link #close} ends and removes all of it, also from another thread, and so does a signal.
 */
public final class ChaosTestbed implements AutoCloseable {
    private static final int DOMAIN = 7;
    private static final int JMS_PORT = 61_616;
    private static final int NODE_HTTP = 8_080;
    private static final int SPARE_HTTP = 8_081;
    private static final int NODE_DISK_MEGABYTES = 256;
    private static final int NODE_DISK_MEMORY = 300;
    private static final Duration START_PATIENCE = Duration.ofMinutes(3);

    private final ChaosPlan plan;
    private final Workspace workspace;
    private final NetworkTestbed testbed;
    private final List<ChaosSystem> systems = new ArrayList<>();
    private final ExitHook hook = new ExitHook(this::close);
    private final List<DiskPlace> places = new ArrayList<>();
    private Optional<ChaosBrokers> brokers = Optional.empty();
    private @Nullable Thread supervisor;
    private volatile boolean closed;

    private ChaosTestbed(ChaosPlan plan, Workspace workspace, NetworkTestbed testbed) {
        this.plan = plan;
        this.workspace = workspace;
        this.testbed = testbed;
    }

    /**
     * Builds the network and the databases, and starts the nodes; blocks until each reaches each other.
     *
     * @param classPath of the processes; empty for that of {@link ClassPathFile#find}
     */
    public static ChaosTestbed open(ChaosPlan plan, Optional<ClassPathFile> classPath)
            throws IOException, SQLException, InterruptedException {
        ChaosTestbed opened = new ChaosTestbed(plan, Workspace.create(), NetworkTestbed.open());
        try {
            opened.hook.register();
            opened.build(classPath.isPresent() ? classPath.get() : ClassPathFile.find(opened.workspace.directory()));
            opened.start();
            return opened;
        } catch (IOException | SQLException | RuntimeException | InterruptedException e) {
            opened.close();
            throw e;
        }
    }

    private void build(ClassPathFile classPath) throws IOException, SQLException, InterruptedException {
        ChaosNetwork network = new ChaosNetwork(
                plan,
                testbed.build(
                        ChaosNetwork.plan(plan),
                        new Network.Choice(Driver.choose(testbed.drivers(), null), plan.seed())),
                workspace.directory(),
                classPath);
        String password = new TestbedPasswords().next();
        brokers = network.brokers(password);
        List<NodeAddress> nodes = plan.names().stream()
                .map(name -> address(network.host(name), NODE_HTTP))
                .toList();
        for (NodeAddress address : nodes) {
            ChaosSystem.Parts parts = parts(network, address.system());
            NodeAddress second = address(parts.host(), SPARE_HTTP);
            List<NodeAddress> withSecond = nodes.stream()
                    .map(node -> node.equals(address) ? second : node)
                    .toList();
            systems.add(new ChaosSystem(
                    parts,
                    node(parts, address, new MeshYaml(nodes, plan.transport().nodes(), DOMAIN), password, classPath),
                    node(
                            parts,
                            second,
                            new MeshYaml(withSecond, plan.transport().nodes(), DOMAIN),
                            password,
                            classPath),
                    gateway(network, parts, address.system())));
        }
    }

    private Optional<GatewayProcess> gateway(ChaosNetwork network, ChaosSystem.Parts parts, String system)
            throws IOException {
        Optional<GatewayProcess> gateway = network.gateway(system, DOMAIN, parts.files());
        if (plan.days().areMoved()) {
            gateway.ifPresent(process -> process.variables(parts.clocks().ofGateway()));
        }
        return gateway;
    }

    private static NodeAddress address(Host host, int httpPort) {
        return new NodeAddress(host.name(), NodePlace.at(host), httpPort, JMS_PORT);
    }

    private ChaosSystem.Parts parts(ChaosNetwork network, String system)
            throws IOException, SQLException, InterruptedException {
        Path directory = Files.createDirectories(workspace.directory().resolve(system));
        DiskPlace files = plan.hasNodeDisks()
                ? DiskPlace.onDisk(directory.resolve("processes"), NODE_DISK_MEGABYTES, NODE_DISK_MEMORY)
                : DiskPlace.in(directory);
        places.add(files);
        SystemServers servers = SystemServers.start(plan, directory, testbed);
        try {
            InterfaceDatabase database = servers.primary().create(system);
            Optional<KeptRows> kept = plan.days().areMoved()
                    ? Optional.of(KeptRows.install(database, plan.days().kept()))
                    : Optional.empty();
            divide(database);
            String tables = plan.tables() ? ServerTables.install(database, directory) : "";
            servers.attachStandby();
            return new ChaosSystem.Parts(
                    database,
                    servers,
                    network.host(system),
                    network.link(system),
                    SystemClocks.in(directory, servers.primary()),
                    kept,
                    files,
                    tables);
        } catch (IOException | SQLException | InterruptedException e) {
            servers.close();
            throw e;
        }
    }

    private void divide(InterfaceDatabase database) throws SQLException {
        try (Connection owner = database.openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("SELECT c4i.set_shards(" + plan.shards() + ")");
        }
    }

    private NodeProcess node(
            ChaosSystem.Parts parts, NodeAddress address, MeshYaml yaml, String password, ClassPathFile classPath)
            throws IOException {
        Path directory = Files.createDirectories(
                parts.files().files().resolve(address.httpPort() == NODE_HTTP ? "node" : "second"));
        Path file = Files.writeString(
                directory.resolve("node.yaml"),
                yaml.text(address, parts.database())
                        + plan.days().settings()
                        + parts.tables()
                        + brokers.map(ChaosBrokers::settings).orElse(""));
        NodeProcess node =
                new NodeProcess(address, List.of(file), yaml.environment(parts.database(), password), classPath);
        if (plan.has(FaultKind.CLOCK) || plan.days().areMoved()) {
            node.variables(parts.clocks().ofNode());
        }
        return node;
    }

    private void start() throws IOException, InterruptedException {
        if (brokers.isPresent()) {
            brokers.get().start();
        }
        for (ChaosSystem system : systems) {
            if (plan.transport().hasGateways()) {
                system.gateway().current().start();
            }
            system.node().current().start();
        }
        for (ChaosSystem system : systems) {
            if (plan.transport().hasGateways()) {
                system.gateway().current().awaitPeers(START_PATIENCE);
                system.gateway().release();
            }
            system.node().current().awaitActive(START_PATIENCE, true);
            system.node().release();
        }
        supervisor = Thread.ofPlatform().daemon().name("supervisor").start(this::supervise);
    }

    private void supervise() {
        try {
            while (!closed) {
                for (ChaosSystem system : systems) {
                    system.revive();
                }
                if (brokers.isPresent()) {
                    brokers.get().revive();
                }
                Pause.shortly();
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("a process cannot be started again", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public List<ChaosSystem> systems() {
        return List.copyOf(systems);
    }

    public ChaosSystem system(String name) {
        return systems.stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no system " + name + " in this run"));
    }

    /** Logs of each system, and of the external brokers, below their names. */
    public Map<String, List<Path>> logs() {
        Map<String, List<Path>> logs = new LinkedHashMap<>();
        systems.forEach(system -> logs.put(system.name(), system.logs()));
        brokers.ifPresent(pair -> logs.put(ChaosBrokers.NAME, pair.logs()));
        return logs;
    }

    /** The external brokers of a run that has them. */
    public ChaosBrokers brokers() {
        return brokers.orElseThrow(() -> new IllegalStateException("no external brokers in this run"));
    }

    /** For what a run writes; goes with {@link #close}. */
    public Path directory() {
        return workspace.directory();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        Thread watching = supervisor;
        if (watching != null) {
            watching.interrupt();
        }
        try (testbed;
                workspace) {
            for (ChaosSystem system : systems) {
                system.close();
            }
            brokers.ifPresent(ChaosBrokers::close);
            for (DiskPlace place : places) {
                place.close();
            }
        } finally {
            hook.forget();
        }
    }
}
