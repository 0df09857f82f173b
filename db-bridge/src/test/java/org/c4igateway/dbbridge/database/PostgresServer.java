package org.c4igateway.dbbridge.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server for tests: an embedded one, or, when the system property {@code test.postgres} names the JDBC URL
 * of a superuser, that one. Each test takes a database of its own, copied from a migrated template.
 *
 * <p>PostgreSQL refuses to run as root. The embedded one then starts under {@code unshare -U}, which needs user
 * namespaces; where a container forbids them, run the tests as another user or name a server by the property.
 */
public final class PostgresServer implements AutoCloseable {
    private static final String TEMPLATE = "c4i_template";
    private static final String NAME = "c4i-postgres";

    private final @Nullable String externalUrl;
    private final AtomicInteger databases = new AtomicInteger();
    private final String prefix = "c4i_" + Long.toString(System.nanoTime(), 36) + "_";
    private final Path dataDirectory;
    private final boolean durable;
    private @Nullable EmbeddedPostgres embedded;
    private @Nullable PostgresStandby standby;
    private final int port = TestNetwork.port();

    private PostgresServer(Path dataDirectory, boolean durable, @Nullable String externalUrl) {
        this.dataDirectory = dataDirectory;
        this.durable = durable;
        this.externalUrl = externalUrl;
    }

    /** @return why no server can be had although one was asked for by a profile of the build; tests are skipped then */
    static Optional<String> whyUnavailable() {
        return Optional.ofNullable(System.getProperty("test.postgres.unavailable"));
    }

    /**
     * Starts a server with a template database, fast, because it does not wait for the disk (fsync off); blocks for
     * some seconds.
     */
    public static PostgresServer start() {
        return start(false);
    }

    /** Starts a server that writes to disk as in operation. */
    public static PostgresServer startDurable() {
        return start(true);
    }

    /** Starts an embedded server whose files are in that directory, which is empty. */
    public static PostgresServer startIn(Path directory) throws IOException {
        PostgresServer server = new PostgresServer(directory, false, null);
        server.startAgain();
        server.createTemplate();
        return server;
    }

    /** The same of one that writes to disk as in operation. */
    public static PostgresServer startDurableIn(Path directory) throws IOException {
        PostgresServer server = new PostgresServer(directory, true, null);
        server.startAgain();
        server.createTemplate();
        return server;
    }

    /** A server that another program starts and stops. */
    static PostgresServer at(String superuserUrl, Path directory) {
        PostgresServer server = new PostgresServer(directory, false, superuserUrl);
        server.createTemplate();
        return server;
    }

    /** @return where databases lie that need not outlive a power cut; in memory, when the build says so */
    static Path fast() {
        return Path.of(System.getProperty("test.directory", System.getProperty("java.io.tmpdir")));
    }

    private static PostgresServer start(boolean durable) {
        try {
            Path directory = durable ? Files.createTempDirectory(NAME) : Files.createTempDirectory(fast(), NAME);
            PostgresServer server = new PostgresServer(directory, durable, System.getProperty("test.postgres"));
            server.startAgain();
            server.createTemplate();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts an embedded server that writes to disk, with a standby that each commit waits for. Addresses name both,
     * and lead to whichever takes writes.
     */
    public static PostgresServer startWithStandby() {
        PostgresServer server = startDurable();
        try {
            server.addStandby();
            return server;
        } catch (IOException e) {
            server.close();
            throw new UncheckedIOException(e);
        }
    }

    private void addStandby() throws IOException {
        Objects.requireNonNull(embedded, "only an embedded server can have a standby")
                .close();
        Path copy = PostgresStandby.copy(dataDirectory);
        startAgain();
        PostgresStandby added = PostgresStandby.start(copy, settings(), port);
        standby = added;
        execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
        execute("SELECT pg_reload_conf()");
        added.awaitSynchronous(url("postgres"));
    }

    /** From now on the standby gets nothing more, and no commit waits for it. */
    public void cutOffStandby() throws IOException {
        execute("ALTER SYSTEM SET synchronous_standby_names = ''");
        execute("SELECT pg_reload_conf()");
        standby = Objects.requireNonNull(standby, "no standby").cutOff(settings());
    }

    /** Makes the standby the primary, after {@link #kill}. Blocks until it takes writes. */
    public void promoteStandby() {
        Objects.requireNonNull(standby, "no standby").promote();
    }

    /** @return whether this server can be stopped and started, which a named one cannot */
    public boolean isEmbedded() {
        return externalUrl == null;
    }

    /** Starts the server on its old port and data, or for the first time. */
    public void startAgain() throws IOException {
        if (!isEmbedded()) {
            return;
        }
        Files.deleteIfExists(pidFile());
        embedded = settings().setDataDirectory(dataDirectory).setPort(port).start();
    }

    int port() {
        return port;
    }

    private EmbeddedPostgres.Builder settings() {
        return EmbeddedPostgres.builder()
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_prepared_transactions", "10")
                .setServerConfig("fsync", durable ? "on" : "off");
    }

    /** Kills every process of the server (SIGKILL). The operating system keeps its buffers. Blocks until it is gone. */
    public void kill() throws IOException {
        ProcessHandle postmaster = postmaster();
        List<ProcessHandle> backends = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        backends.forEach(ProcessHandle::destroyForcibly);
        backends.forEach(backend -> backend.onExit().join());
        awaitEnd(postmaster);
    }

    /** @return the process that starts all others of this server */
    public ProcessHandle postmaster() throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(pidFile()).getFirst().strip()))
                .orElseThrow();
    }

    private Path pidFile() {
        return dataDirectory.resolve("postmaster.pid");
    }

    /** Blocks until the server has ended, by itself or not; after that it can be started again. */
    public void awaitEnd(ProcessHandle postmaster) throws IOException {
        postmaster.onExit().join();
        Files.deleteIfExists(Path.of("/tmp", ".s.PGSQL." + port + ".lock"));
        try {
            // Where no process waits for orphans its number stays taken, and a stop or start would take the server for
            // alive.
            Files.deleteIfExists(pidFile());
        } catch (FileSystemException e) {
            // Its disk is broken: the next start does it.
        }
        EmbeddedPostgres dead = embedded;
        if (dead != null) {
            dead.close(); // nothing is left to stop; this gives back the lock on the directory
        }
    }

    /** @return a new interface database with the schema in it */
    public TestDatabase database() {
        TestDatabase copy = create("TEMPLATE " + TEMPLATE);
        copy.becomeAnother();
        return copy;
    }

    /** @return a new database without the schema */
    public TestDatabase emptyDatabase() {
        return create("TEMPLATE template0 ENCODING 'UTF8'");
    }

    /** @return settings of the superuser for a database */
    DatabaseSettings superuser(String database) {
        return new DatabaseSettings(url(database), "postgres", "", 4);
    }

    String url(String database) {
        PostgresStandby other = standby;
        if (other != null) {
            return "jdbc:postgresql://localhost:" + port + ",localhost:" + other.port() + "/" + database
                    + "?targetServerType=primary";
        }
        if (externalUrl == null) {
            return "jdbc:postgresql://localhost:" + port + "/" + database;
        }
        return externalUrl.replaceFirst("/[^/?]*(\\?|$)", "/" + database + "$1");
    }

    @Override
    public void close() {
        EmbeddedPostgres running = embedded;
        if (running == null) {
            return;
        }
        PostgresStandby other = standby;
        try {
            if (other != null) {
                other.close();
            }
            running.close();
            delete(dataDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private TestDatabase create(String from) {
        String name = prefix + databases.incrementAndGet();
        execute("CREATE DATABASE " + name + " " + from + " STRATEGY FILE_COPY"); // its checkpoints cost nothing here
        return new TestDatabase(this, name);
    }

    private void createTemplate() {
        execute("DROP DATABASE IF EXISTS " + TEMPLATE + " WITH (FORCE)");
        execute("CREATE DATABASE " + TEMPLATE + " TEMPLATE template0 ENCODING 'UTF8'");
        PGSimpleDataSource template = new PGSimpleDataSource();
        template.setUrl(url(TEMPLATE));
        template.setUser("postgres");
        new SchemaMigrator(template).migrate();
        for (String role : new String[] {"bridge", "app", "console"}) {
            execute("DO $$ BEGIN CREATE ROLE test_" + role
                    + " LOGIN PASSWORD 'test'; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
            execute("GRANT c4i_" + role + " TO test_" + role);
        }
    }

    void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url("postgres"), "postgres", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
