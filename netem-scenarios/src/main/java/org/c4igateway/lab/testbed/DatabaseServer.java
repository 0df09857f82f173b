package org.c4igateway.lab.testbed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An embedded PostgreSQL on a free port of the loopback interface, which ends with {@link #close}. PostgreSQL refuses to run
 * as root; for root it starts under {@code unshare -U}, which needs user namespaces.
 */
public final class DatabaseServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Login OWNER = new Login("postgres", "");

    private final EmbeddedPostgres server;
    private final Secrets secrets = new Secrets();

    private DatabaseServer(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * Starts a server; blocks for some seconds.
     *
     * @param directory for its data and log; the caller deletes it after {@link #close}
     * @param binaries where the binaries are unpacked to, and kept for the next time
     */
    public static DatabaseServer start(Path directory, Path binaries) throws IOException {
        Files.createDirectories(binaries);
        File log = directory.resolve("postgres.log").toFile();
        return new DatabaseServer(EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("postgres"))
                .setOverrideWorkingDirectory(binaries.toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(PATIENCE)
                .setServerConfig("max_connections", "150")
                .setServerConfig("shared_buffers", "64MB")
                .setServerConfig("fsync", "on") // the library starts it with -F, which would flatter every number
                .setServerConfig("synchronous_commit", "on")
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
                .start());
    }

    /** Creates and migrates the interface database of a system, with login roles of its own. Blocks. */
    public InterfaceDatabase create(String system) throws SQLException {
        String name = "c4i_" + system.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_");
        String url = url(name);
        execute("create database " + name + " template template0 encoding 'UTF8'");
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        database.setUser(OWNER.user());
        new SchemaMigrator(database).migrate();
        Login bridge = role(name + "_node", "c4i_bridge");
        Login app = role(name + "_server", "c4i_app");
        return new InterfaceDatabase(system, url, bridge, app, OWNER);
    }

    private Login role(String name, String group) throws SQLException {
        Login login = new Login(name, secrets.next());
        execute("create role " + name + " login password '" + login.password() + "' in role " + group);
        return login;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("postgres"), OWNER.user(), OWNER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + database;
    }

    /** Ends the server and whatever is connected to it; kills it when it takes longer than 5 s. */
    @Override
    public void close() throws IOException {
        server.close();
        Process process = server.getProcess();
        if (process.isAlive()) {
            process.destroyForcibly().onExit().join();
        }
    }
}
