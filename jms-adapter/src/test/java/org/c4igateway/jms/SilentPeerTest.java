package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.client.ClientTuning;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SilentPeerTest {
    @Test
    void noticesAPeerThatNoLongerAnswersThoughTheConnectionStands() throws IOException {
        int port = TestNetwork.port();
        try (Relay relay = new Relay(port);
                JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + relay.port()), 1)) {
            from.awaitReachable("BRAVO");
            from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1]));
            await().until(() -> to.recorder.messages().size() == 1);

            relay.silent.set(true);
            SendOutcome whileSilent = from.send(from.message(2, "BRAVO", Precedence.FLASH, new byte[1]));

            assertThat(whileSilent).isEqualTo(SendOutcome.Accepted.INSTANCE);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !from.transport.peer(new SystemName("BRAVO")).reachable());
            assertThat(to.recorder.messages()).hasSize(1);

            relay.silent.set(false);
            relay.cut();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> from.transport.peer(new SystemName("BRAVO")).epoch() >= 2);
            from.send(from.message(2, "BRAVO", Precedence.FLASH, new byte[1]));
            await().until(() -> to.recorder.messages().size() >= 2);
        }
    }

    @Test
    void asksOftenEnoughWhetherAPeerAnswers() {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:1")) {
            ClientTuning.of(JmsProfile.TUNED).applyTo(factory);

            // The library gives a connection up between one and two of these times after its last packet, and tells the
            // engine.
            assertThat(factory.getConnectionTTL()).isEqualTo(3_000);
            assertThat(factory.getClientFailureCheckPeriod()).isEqualTo(1_000);
            assertThat(factory.getReconnectAttempts()).isZero();
        }
    }

    /** Forwards TCP connections to a port, or drops what they carry. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private final AtomicBoolean silent = new AtomicBoolean();
        private final int target;

        Relay(int target) throws IOException {
            this.target = target;
            Thread.ofVirtual().start(this::accept);
        }

        int port() {
            return server.getLocalPort();
        }

        void cut() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
            sockets.clear();
        }

        @Override
        public void close() throws IOException {
            server.close();
            cut();
        }

        private void accept() {
            try {
                while (true) {
                    Socket near = server.accept();
                    sockets.add(near);
                    Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(far);
                    Thread.ofVirtual().start(() -> pump(near, far));
                    Thread.ofVirtual().start(() -> pump(far, near));
                }
            } catch (IOException e) {
                // Closed: the test is over, or the target is away and the client tries again.
            }
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[8_192];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    if (!silent.get()) {
                        out.write(buffer, 0, read);
                    }
                }
            } catch (IOException e) {
                // One side is gone; so is the other.
            }
        }
    }
}
