package org.c4igateway.lab.testbed.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.c4igateway.lab.testbed.FreePorts;
import org.c4igateway.lab.tool.ToolRun;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An embedded PostgreSQL on a free port, which ends with {@link #close}. PostgreSQL refuses to run as root; for root it
 * starts under {@code unshare -U}, which needs user namespaces. Thread-safe.
 */
public final class DatabaseServer implements AutoCloseable {
    static final Login OWNER = new Login("postgres", "");
    private static final int PORTS_TRIED = 10;
    private static final String TEMPLATE = "c4i_template";

    private final Home home;
    private final Reach reach;
    private final int port;
    private final TestbedPasswords testbedPasswords = new TestbedPasswords();
    private EmbeddedPostgres server;
    private ProcessHandle postmaster;
    private boolean templateMade;
    private boolean ended;
    private boolean closed;

    private DatabaseServer(EmbeddedPostgres server, Home home, Reach reach) throws IOException {
        this.server = server;
        this.postmaster = postmaster(home);
        this.home = home;
        this.reach = reach;
        this.port = server.getPort();
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
        return start(directory, directory, binaries, reach);
    }

    /** The same with its data on a disk of its own, and its log in the directory. */
    public static DatabaseServer start(Path directory, Path disk, Path binaries, Reach reach) throws IOException {
        return start(Home.in(directory, disk, binaries), reach, FreePorts.find(PORTS_TRIED));
    }

    /** The same on the first of those ports that no other server has taken. */
    static DatabaseServer start(Home home, Reach reach, List<Integer> ports) throws IOException {
        DatabaseServer started = new DatabaseServer(home.start(reach, ports), home, reach);
        try {
            started.admit(home.data());
            return started;
        } catch (IOException e) {
            started.close();
            throw e;
        }
    }

    /**
     * Ends the server at once without a checkpoint, as {@code pg_ctl stop -m immediate} does: the next start recovers
     * from the log. Blocks until it is gone.
     */
    public synchronized void stopImmediately() throws IOException {
        if (!closed && !ended) {
            ToolRun.script("kill -QUIT " + postmaster.pid()).orThrow("stopping the database server");
            postmaster.onExit().join();
            ended = true;
        }
    }

    /** Kills every process of the server (SIGKILL). The operating system keeps its buffers. Blocks until it is gone. */
    public synchronized void kill() throws IOException {
        if (!closed && !ended) {
            List<ProcessHandle> backends = postmaster.descendants().toList();
            postmaster.destroyForcibly();
            backends.forEach(ProcessHandle::destroyForcibly);
            postmaster.onExit().join();
            backends.forEach(backend -> backend.onExit().join());
            ended = true;
        }
    }

    /**
     * Starts it on its port and data after it was ended, or has ended by itself; does nothing while it runs, or after
     * {@link #close}.
     */
    public synchronized void startAgain() throws IOException {
        if (!closed && (ended || !postmaster.isAlive())) {
            ended = true;
            // Where no process waits for orphans its number stays taken, and this start would find a live server.
            Files.deleteIfExists(home.data().resolve(Home.PID_FILE));
            Files.deleteIfExists(Path.of("/tmp", ".s.PGSQL." + port + ".lock"));
            letGo();
            server = home.builder(reach).setPort(port).start();
            postmaster = postmaster(home);
            ended = false;
        }
    }

    /**
     * Starts a standby of this server on the port of its partner. From then on each commit waits for it. Blocks for
     * some seconds; the standby may not have caught up then.
     *
     * @param directory for its log
     * @param disk for its data
     */
    public DatabaseServer startStandby(Path directory, Path disk) throws IOException, SQLException {
        Home copy = Home.in(directory, disk, home.binaries());
        try (Connection connection = connect()) {
            BaseBackup.take(connection, home.data(), copy.data());
        }
        Reach turned = new Reach(reach.address(), reach.range(), reach.settings(), port);
        DatabaseServer standby = new DatabaseServer(
                copy.builder(turned)
                        .setPort(reach.partner())
                        .setServerConfig("primary_conninfo", "postgresql://postgres@" + Reach.LOOPBACK + ":" + port)
                        .start(),
                copy,
                turned);
        execute("alter system set synchronous_standby_names = '*'");
        execute("select pg_reload_conf()");
        return standby;
    }

    /** Whether a standby has all that is committed here. */
    public boolean isReplicated() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select count(*) > 0 from pg_stat_replication where sync_state = 'sync'")) {
            return found.next() && found.getBoolean(1);
        }
    }

    /** Makes a standby the primary; blocks until it takes writes. */
    public void promote() throws SQLException {
        execute("select pg_promote()");
    }

    /** Closes what this process has open of its data, after it was ended. */
    public synchronized void letGo() throws IOException {
        if (ended) {
            server.close(); // nothing is left to stop; this gives back the lock on the directory
        }
    }

    /** Whether it takes connections; blocks until it has said so. */
    public boolean answers() {
        try {
            execute("select 1");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * The server has this setting, and no other that was set so before, from now on and after each later start.
     * Statements that run keep what they have.
     */
    public synchronized void set(String name, String value) throws IOException {
        Path next = home.data().resolve(Home.MORE + ".next");
        Files.writeString(next, name + " = '" + value + "'\n");
        Path read = home.data().resolve(Home.MORE);
        Files.move(next, read, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (!closed && !ended) {
            ToolRun.script("kill -HUP " + postmaster.pid()).orThrow("having the database server read its settings");
        }
    }

    private static ProcessHandle postmaster(Home home) throws IOException {
        String id = Files.readAllLines(home.data().resolve(Home.PID_FILE))
                .getFirst()
                .strip();
        return ProcessHandle.of(Long.parseLong(id)).orElseThrow(() -> new IOException("the database server has ended"));
    }

    /** The log of all its runs. */
    public Path log() {
        return home.log();
    }

    private void admit(Path data) throws IOException {
        if (reach.address().equals(Reach.LOOPBACK)) {
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
                system, url(Reach.LOOPBACK, database), url(reach.address(), database), bridge, app, console, OWNER);
    }

    /** Drops a database and its logins, even if clients are connected. Blocks. */
    public void drop(InterfaceDatabase database) throws SQLException {
        execute("drop database if exists " + database.name() + " with (force)");
        execute("drop role if exists " + database.bridge().user());
        execute("drop role if exists " + database.app().user());
        execute("drop role if exists " + database.console().user());
        execute("drop role if exists " + database.historyUser());
    }

    /** Migrating takes a second, copying does not. */
    private void makeTemplate() throws SQLException {
        execute("create database " + TEMPLATE + " template template0 encoding 'UTF8'");
        PGSimpleDataSource template = new PGSimpleDataSource();
        template.setUrl(own(TEMPLATE));
        template.setUser(OWNER.user());
        new SchemaMigrator(template).migrate();
    }

    private Login role(String name, String group) throws SQLException {
        Login login = new Login(name, testbedPasswords.next());
        execute("create role " + name + " login password '" + login.password() + "' in role " + group);
        return login;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(own("postgres"), OWNER.user(), OWNER.password());
    }

    private String url(String host, String database) {
        return "jdbc:postgresql://" + reach.authorities(host, port) + "/" + database + reach.query();
    }

    private String own(String database) {
        return Home.url(port, database);
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
