package org.c4igateway.lab.testbed.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.lab.tool.ToolRun;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An embedded PostgreSQL on a free port, which ends with {@link #close}. PostgreSQL refuses to run as root; for root it
 * starts under {@code unshare -U}, which needs user namespaces. Thread-safe.
 */
public final class DatabaseServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Login OWNER = new Login("postgres", "");
    private static final String LOOPBACK = "127.0.0.1";
    private static final String PID_FILE = "postmaster.pid";
    private static final String MORE = "more.conf";
    private static final String TEMPLATE = "c4i_template";

    private final Home home;
    private final Reach reach;
    private final int port;
    private final TestbedPasswords testbedPasswords = new TestbedPasswords();
    private EmbeddedPostgres server;
    private boolean templateMade;
    private boolean ended;
    private boolean closed;

    private DatabaseServer(EmbeddedPostgres server, Home home, Reach reach) {
        this.server = server;
        this.home = home;
        this.reach = reach;
        this.port = server.getPort();
    }

    /** Where data and log of a server are, and the binaries. */
    private record Home(Path directory, Path binaries) {
        Path data() {
            return directory.resolve("postgres");
        }
    }

    /**
     * Who reaches the server besides the loopback interface.
     *
     * @param address another address that it listens on, for nodes; 127.0.0.1 for none
     * @param range addresses from which passwords are taken, as address and bits
     * @param settings further settings of the server
     */
    public record Reach(String address, String range, Map<String, String> settings) {
        /** Nobody. */
        public static final Reach LOCAL = new Reach(LOOPBACK, LOOPBACK + "/32", Map.of());

        public Reach {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * Starts a server for this machine's loopback interface; blocks for some seconds.
     *
     * @param directory for its data and log; the caller deletes it after {@link #close}
     * @param binaries where the binaries are unpacked to, and kept for the next time
     */
    public static DatabaseServer start(Path directory, Path binaries) throws IOException {
        return start(directory, binaries, Reach.LOCAL);
    }

    /** The same for nodes elsewhere, too. */
    public static DatabaseServer start(Path directory, Path binaries, Reach reach) throws IOException {
        Files.createDirectories(binaries);
        Home home = new Home(directory, binaries);
        DatabaseServer started = new DatabaseServer(builder(home, reach).start(), home, reach);
        try {
            Files.writeString(
                    home.data().resolve("postgresql.conf"),
                    "include_if_exists = '" + MORE + "'\n",
                    StandardOpenOption.APPEND);
            started.admit(home.data());
            return started;
        } catch (IOException e) {
            started.close();
            throw e;
        }
    }

    private static EmbeddedPostgres.Builder builder(Home home, Reach reach) {
        File log = home.directory().resolve("postgres.log").toFile();
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(home.data())
                .setOverrideWorkingDirectory(home.binaries().toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(PATIENCE)
                .setServerConfig("max_connections", "600")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("fsync", "on") // the library starts it with -F, which would flatter every number
                .setServerConfig("synchronous_commit", "on")
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log));
        reach.settings().forEach(builder::setServerConfig);
        if (!reach.address().equals(LOOPBACK)) {
            builder.setServerConfig("listen_addresses", LOOPBACK + "," + reach.address());
        }
        return builder;
    }

    /**
     * Ends the server at once without a checkpoint, as {@code pg_ctl stop -m immediate} does: the next start recovers
     * from the log. Blocks until it is gone.
     */
    public synchronized void stopImmediately() throws IOException {
        if (!closed && !ended) {
            ProcessHandle postmaster = postmaster();
            ToolRun.script("kill -QUIT " + postmaster.pid()).orThrow("stopping the database server");
            postmaster.onExit().join();
            ended = true;
        }
    }

    /** Kills every process of the server (SIGKILL). The operating system keeps its buffers. Blocks until it is gone. */
    public synchronized void kill() throws IOException {
        if (!closed && !ended) {
            ProcessHandle postmaster = postmaster();
            List<ProcessHandle> backends = postmaster.descendants().toList();
            postmaster.destroyForcibly();
            backends.forEach(ProcessHandle::destroyForcibly);
            postmaster.onExit().join();
            backends.forEach(backend -> backend.onExit().join());
            // Where no process waits for orphans its number stays taken, and the next start would find a live server.
            Files.deleteIfExists(home.data().resolve(PID_FILE));
            Files.deleteIfExists(Path.of("/tmp", ".s.PGSQL." + port + ".lock"));
            ended = true;
        }
    }

    /** Starts it on its port and data after it was ended; does nothing while it runs, or after {@link #close}. */
    public synchronized void startAgain() throws IOException {
        if (!closed && ended) {
            server.close(); // nothing is left to stop; this gives back the lock on the directory
            server = builder(home, reach).setPort(port).start();
            ended = false;
        }
    }

    /**
     * The server has this setting, and no other that was set so before, from now on and after each later start.
     * Statements that run keep what they have.
     */
    public synchronized void set(String name, String value) throws IOException {
        Path next = home.data().resolve(MORE + ".next");
        Files.writeString(next, name + " = '" + value + "'\n");
        Files.move(
                next, home.data().resolve(MORE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (!closed && !ended) {
            ToolRun.script("kill -HUP " + postmaster().pid()).orThrow("having the database server read its settings");
        }
    }

    private ProcessHandle postmaster() throws IOException {
        String id = Files.readAllLines(home.data().resolve(PID_FILE)).getFirst().strip();
        return ProcessHandle.of(Long.parseLong(id)).orElseThrow(() -> new IOException("the database server has ended"));
    }

    /** The log of all its runs. */
    public Path log() {
        return home.directory().resolve("postgres.log");
    }

    private void admit(Path data) throws IOException {
        if (reach.address().equals(LOOPBACK)) {
            return;
        }
        Files.writeString(
                data.resolve("pg_hba.conf"),
                "host all all " + reach.range() + " scram-sha-256\n",
                StandardOpenOption.APPEND);
        try {
            execute("select pg_reload_conf()");
        } catch (SQLException e) {
            throw new IOException("the server does not read its configuration again: " + e.getMessage(), e);
        }
    }

    /** Creates the interface database of a system, with login roles of its own. Blocks. */
    public InterfaceDatabase create(String system) throws SQLException {
        return create(system, system);
    }

    /**
     * The same under another name than the system's, for servers that hold databases of several testbeds.
     *
     * @param name letters and digits; others become underscores
     */
    public InterfaceDatabase create(String system, String name) throws SQLException {
        String database = "c4i_" + name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
        synchronized (this) {
            if (!templateMade) {
                makeTemplate();
                templateMade = true;
            }
            execute("create database " + database + " template " + TEMPLATE);
        }
        Login bridge = role(database + "_node", "c4i_bridge");
        Login app = role(database + "_server", "c4i_app");
        Login console = role(database + "_console", "c4i_console");
        return new InterfaceDatabase(
                system, url(LOOPBACK, database), url(reach.address(), database), bridge, app, console, OWNER);
    }

    /** Drops a database and its logins, even if clients are connected. Blocks. */
    public void drop(InterfaceDatabase database) throws SQLException {
        execute("drop database if exists " + database.name() + " with (force)");
        execute("drop role if exists " + database.bridge().user());
        execute("drop role if exists " + database.app().user());
        execute("drop role if exists " + database.console().user());
    }

    /** Migrating takes a second, copying does not. */
    private void makeTemplate() throws SQLException {
        execute("create database " + TEMPLATE + " template template0 encoding 'UTF8'");
        PGSimpleDataSource template = new PGSimpleDataSource();
        template.setUrl(url(LOOPBACK, TEMPLATE));
        template.setUser(OWNER.user());
        new SchemaMigrator(template).migrate();
    }

    private Login role(String name, String group) throws SQLException {
        Login login = new Login(name, testbedPasswords.next());
        execute("create role " + name + " login password '" + login.password() + "' in role " + group);
        return login;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(url(LOOPBACK, "postgres"), OWNER.user(), OWNER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String url(String host, String database) {
        return "jdbc:postgresql://" + host + ":" + port + "/" + database;
    }

    /** Ends the server and whatever is connected to it; kills it when it takes longer than 5 s. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        server.close();
        Process process = server.getProcess();
        if (process.isAlive()) {
            process.destroyForcibly().onExit().join();
        }
    }
}
