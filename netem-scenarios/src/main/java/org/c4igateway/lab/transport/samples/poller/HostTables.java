package org.c4igateway.lab.transport.samples.poller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.TableLogin;

/**
 * The PostgreSQL of a host with an outbox and an inbox, of which its programs use one. Thread-safe. {@link #close} ends
 * the server.
 *
 * @param server what holds them
 * @param file by which programs of the host find the tables, see {@link TableLogin}
 */
record HostTables(DatabaseServer server, Path file) implements AutoCloseable {
    private static final String OUTBOX = "create table outbox (id bigint generated always as identity primary key,"
            + " payload bytea not null, sent boolean not null default false)";
    private static final String INBOX = "create table inbox (id bigint generated always as identity primary key,"
            + " sample_id bigint not null unique, payload bytea not null)";

    /**
     * Starts a server and makes the tables. Blocks for some seconds.
     *
     * @param host its name
     * @param directory of the run
     */
    static HostTables start(String host, JdbcPoller.Servers servers, Path directory) throws IOException {
        Path place = Files.createDirectories(directory.resolve("database-" + host));
        DatabaseServer server = servers.start(place);
        try {
            Path file = directory.resolve("tables-" + host + ".properties").toAbsolutePath();
            TableLogin.create(server.create(host), OUTBOX, INBOX).write(file);
            return new HostTables(server, file);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        } catch (SQLException e) {
            server.close();
            throw new IOException("the tables at " + host + " cannot be made: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
