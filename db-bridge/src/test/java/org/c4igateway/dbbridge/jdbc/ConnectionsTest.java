package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class ConnectionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * The pool asks its first connection for the default isolation. When the server goes at that moment it did not know
     * it for good, and refused every later connection: the node waited for a database that was there.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void opensConnectionsAfterTheFirstOneBrokeAtAnyMoment(int requests, PostgresServer server) throws IOException {
        try (TestDatabase database = server.database();
                BreakingRelay relay = new BreakingRelay(database.bridge().url(), requests);
                HikariDataSource pool = new Connections(relay.settings(database.bridge())).pool()) {
            await("a connection of the pool")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThatCode(() -> {
                                try (Connection connection = pool.getConnection()) {
                                    connection.createStatement().execute("select 1");
                                }
                            })
                            .doesNotThrowAnyException());
        }
    }

    /** As over a satellite. The pool gives a login of its own a second, and the driver manager with it. */
    @Test
    void leavesLoginsAtOtherDatabasesTheirTime(PostgresServer server) throws IOException, SQLException {
        try (TestDatabase database = server.database();
                HikariDataSource pool = new Connections(database.bridge()).pool();
                BreakingRelay relay =
                        new BreakingRelay(database.bridge().url(), Integer.MAX_VALUE, Duration.ofMillis(1_500))) {
            DatabaseSettings there = relay.settings(database.bridge());

            try (Connection connection = ForeignDatabase.open(there.url(), there.user(), there.password())) {
                assertThat(connection.isValid(30)).isTrue();
            }
            assertThat(pool.isRunning()).isTrue();
        }
    }

    /**
     * A way to the server whose first connection breaks in place of a request, or is late with the first answer; all
     * others are whole.
     */
    private static final class BreakingRelay implements AutoCloseable {
        private static final int BUFFER = 65_536;

        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final URI server;
        private final AtomicInteger connections = new AtomicInteger();
        private final int requests;
        private final Duration delay;

        BreakingRelay(String url, int requests) throws IOException {
            this(url, requests, Duration.ZERO);
        }

        BreakingRelay(String url, int requests, Duration delay) throws IOException {
            this.server = URI.create(url.substring("jdbc:".length()));
            this.requests = requests;
            this.delay = delay;
            Thread.ofVirtual().start(this::accept);
        }

        DatabaseSettings settings(DatabaseSettings direct) {
            String url = "jdbc:postgresql://127.0.0.1:" + listener.getLocalPort() + server.getPath();
            return new DatabaseSettings(url, direct.user(), direct.password(), 2);
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = listener.accept();
                    Socket behind = new Socket(server.getHost(), server.getPort());
                    int most = connections.getAndIncrement() == 0 ? requests : Integer.MAX_VALUE;
                    Thread.ofVirtual().start(() -> copy(client, behind, most, Duration.ZERO));
                    Thread.ofVirtual().start(() -> copy(behind, client, Integer.MAX_VALUE, delay));
                }
            } catch (IOException e) {
                // the test is over
            }
        }

        private static void copy(Socket from, Socket to, int most, Duration delay) {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[BUFFER];
                int read = in.read(buffer);
                LockSupport.parkNanos(delay.toNanos());
                for (int request = 1; read >= 0 && request < most; request++) {
                    out.write(Arrays.copyOf(buffer, read));
                    read = in.read(buffer);
                }
            } catch (IOException e) {
                // the other end has closed
            }
        }

        @Override
        public void close() {
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
