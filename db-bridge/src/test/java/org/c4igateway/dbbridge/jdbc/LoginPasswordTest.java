package org.c4igateway.dbbridge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Logs in at a server that asks for the password; the server of other tests asks for none. */
class LoginPasswordTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void logsInWithTheLastPasswordItWasGiven() throws IOException, InterruptedException {
        try (Server server = new Server()) {
            Connections connections = new Connections(server.settings("first"));
            try (HikariDataSource pool = connections.pool()) {
                assertThat(server.askedBy(() -> connections.session("c4i-lease", PATIENCE)))
                        .isEqualTo("first");

                connections.usePassword("renewed");

                assertThat(server.askedBy(() -> connections.session("c4i-lease", PATIENCE)))
                        .isEqualTo("renewed");
                assertThat(server.askedBy(pool::getConnection)).isEqualTo("renewed");
            }
            try (HikariDataSource pool = connections.pool()) {
                assertThat(server.askedBy(pool::getConnection)).isEqualTo("renewed");
            }
        }
    }

    private interface Login {
        AutoCloseable open() throws SQLException;
    }

    private static final class Server implements AutoCloseable {
        private static final int CLEARTEXT_PASSWORD = 3;

        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final BlockingQueue<String> passwords = new LinkedBlockingQueue<>();

        Server() throws IOException {
            Thread.ofVirtual().start(this::answer);
        }

        DatabaseSettings settings(String password) {
            String url = "jdbc:postgresql://127.0.0.1:" + listener.getLocalPort() + "/ops?sslmode=disable";
            return new DatabaseSettings(url, "node", password, 2);
        }

        String askedBy(Login login) throws InterruptedException {
            passwords.clear();
            assertThatThrownBy(login::open).isInstanceOf(SQLException.class);
            return passwords.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void answer() {
            while (!listener.isClosed()) {
                try (Socket client = listener.accept()) {
                    passwords.add(ask(
                            new DataInputStream(client.getInputStream()),
                            new DataOutputStream(client.getOutputStream())));
                } catch (IOException e) {
                    // the client has gone, or the test is over
                }
            }
        }

        /** PostgreSQL, Frontend/Backend Protocol: StartupMessage, AuthenticationCleartextPassword, PasswordMessage. */
        private static String ask(DataInputStream in, DataOutputStream out) throws IOException {
            in.readNBytes(in.readInt() - Integer.BYTES);
            out.writeByte('R');
            out.writeInt(2 * Integer.BYTES);
            out.writeInt(CLEARTEXT_PASSWORD);
            out.flush();
            in.readByte();
            byte[] password = in.readNBytes(in.readInt() - Integer.BYTES);
            return new String(password, 0, password.length - 1, StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
