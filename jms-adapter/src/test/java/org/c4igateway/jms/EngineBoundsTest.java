package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.engine.QueueBound;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others may make the engine of a node keep, before and after they have logged in. */
@Tag("slow")
class EngineBoundsTest {
    private static final int PATIENCE_MILLIS = 60_000;

    private final int port = TestNetwork.port();
    private final JmsTestNode bravo = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
    private final JmsTestNode alpha =
            new JmsTestNode("ALPHA", JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + port), 1);

    @AfterEach
    void close() {
        bravo.recorder.open();
        alpha.close();
        bravo.close();
    }

    private Socket stranger() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private void assertServes() {
        alpha.awaitReachable("BRAVO");
        int before = bravo.recorder.messages().size();
        assertThat(alpha.send(alpha.message(1, "BRAVO", Precedence.FLASH, new byte[JmsTestNode.MAX_PAYLOAD_BYTES])))
                .isEqualTo(SendOutcome.Accepted.INSTANCE);
        await().until(() -> bravo.recorder.messages().size() > before);
    }

    /** The core refuses it with a receipt; without one its origin would repeat it without end. */
    @ParameterizedTest
    @EnumSource(JmsProfile.class)
    void takesARowThatIsLargerThanItsNodeAllows(JmsProfile profile) {
        int most = 16 << 20;
        JmsSettings settings = JmsTestNode.settings(0).withProfile(profile).withPeer("BRAVO", "127.0.0.1:" + port);
        try (JmsTestNode larger = JmsTestNode.withMaxPayload("CHARLIE", settings, most)) {
            larger.awaitReachable("BRAVO");

            larger.send(larger.message(1, "BRAVO", Precedence.FLASH, new byte[most]));
            larger.send(larger.message(2, "BRAVO", Precedence.FLASH, new byte[1]));

            await().until(() -> bravo.recorder.messages().size() == 2
                    || larger.transport.peer(bravo.self).epoch() > 1);
            assertThat(bravo.recorder.messages())
                    .extracting(message -> message.payload().length)
                    .containsExactly(most, 1);
        }
    }

    @ParameterizedTest(name = "chunks from {0} bytes on")
    @ValueSource(ints = {Integer.MAX_VALUE, 100_000})
    void refusesWhatAClientSendsWithoutCredits(int chunksFrom) throws Exception {
        bravo.recorder.shut();
        byte[] half = new byte[500_000];
        try (ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port)
                        .setProducerWindowSize(-1)
                        .setBlockOnNonDurableSend(true)
                        .setMinLargeMessageSize(chunksFrom);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession("mesh", "only-for-tests", false, true, true, false, 100);
                ClientProducer producer = session.createProducer("kmtf.BRAVO")) {
            int most = (int) (2 * QueueBound.MIN_BYTES / half.length);
            assertThatThrownBy(() -> {
                        for (int sent = 0; sent < most; sent++) {
                            ClientMessage message = session.createMessage(false);
                            message.getBodyBuffer().writeBytes(half);
                            producer.send(message);
                        }
                    })
                    .isInstanceOf(ActiveMQException.class)
                    .hasMessageContaining("kmtf.BRAVO holds more than");
        }
        bravo.recorder.open();
        assertServes();
    }

    @Test
    void refusesAMessageOfEndlessChunks() throws Exception {
        try (ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port)
                        .setProducerWindowSize(-1)
                        .setBlockOnNonDurableSend(true);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = factory.createSession("mesh", "only-for-tests", false, true, true, false, 100);
                ClientProducer producer = session.createProducer("kmtf.BRAVO")) {
            ClientMessage message = session.createMessage(false);
            message.setBodyInputStream(new Zeros(200 << 20));

            assertThatThrownBy(() -> producer.send(message)).isInstanceOf(ActiveMQException.class);
        }
        assertServes();
    }

    @Test
    void refusesChunksOfManyMessagesThatNobodyEnds() throws Exception {
        try (ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port)
                        .setProducerWindowSize(-1)
                        .setBlockOnNonDurableSend(true)
                        .setCallTimeout(PATIENCE_MILLIS);
                ClientSessionFactory factory = locator.createSessionFactory()) {

            CountDownLatch ended = new CountDownLatch(1);
            for (int i = 0; i < 40; i++) {
                Thread.ofVirtual().start(() -> {
                    try (ClientSession session =
                                    factory.createSession("mesh", "only-for-tests", false, true, true, false, 100);
                            ClientProducer producer = session.createProducer("kmtf.BRAVO")) {
                        ClientMessage message = session.createMessage(false);
                        message.setBodyInputStream(new Stalling(5 << 20, ended));
                        producer.send(message);
                    } catch (ActiveMQException | RuntimeException _) {
                        ended.countDown();
                    }
                });
            }
            assertThat(ended.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .as("200 MB of unfinished messages are refused")
                    .isTrue();
        }
        assertServes();
    }

    /** So many bytes. */
    private static class Zeros extends InputStream {
        private int left;

        Zeros(int length) {
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            return left-- > 0 ? 0 : -1;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = Math.min(left, length);
            left -= read;
            return read > 0 ? read : read();
        }
    }

    /** So many bytes, and no end until others have met one. */
    private static final class Stalling extends Zeros {
        private final CountDownLatch end;

        Stalling(int length, CountDownLatch end) {
            super(length);
            this.end = end;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            if (read < 0) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            return read;
        }
    }

    @ParameterizedTest(name = "{0} bytes")
    @ValueSource(ints = {1_000_000_000, 20 << 20})
    void hangsUpOnAStrangerWhoAnnouncesAGiantFrame(int frameBytes) throws IOException {
        byte[] chunk = new byte[1 << 20];
        try (Socket socket = stranger()) {
            OutputStream out = socket.getOutputStream();
            out.write("ARTEMIS".getBytes(StandardCharsets.US_ASCII));
            out.write(ByteBuffer.allocate(Integer.BYTES).putInt(frameBytes).array());
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 500; i++) {
                            out.write(chunk);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertServes();
    }

    @Test
    void hangsUpOnAStrangerWhoSaysTooLittle() throws IOException {
        try (Socket socket = stranger()) {
            socket.getOutputStream().write('A');

            assertThat(socket.getInputStream().read()).isNegative();
        }
        assertThat(strangers("silent")).isOne();
        assertServes();
    }

    @Test
    void hangsUpOnAStrangerWhoSpeaksAnotherLanguage() throws IOException {
        try (Socket socket = stranger()) {
            socket.getOutputStream().write("SSH-2.0-OpenSSH_10.0 and more\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(socket.getInputStream().read()).isNegative();
        }
        assertServes();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"GET", "POST"})
    void hangsUpOnAStrangerWhoSpeaksHttp(String method) throws IOException {
        byte[] head = (method + " / HTTP/1.1\r\nHost: bravo\r\nContent-Length: 2000000000\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] chunk = new byte[1 << 20];
        try (Socket socket = stranger()) {
            OutputStream out = socket.getOutputStream();
            assertThatThrownBy(() -> {
                        out.write(head);
                        for (int i = 0; i < 48; i++) {
                            out.write(chunk);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertServes();
        assertThat(strangers("protocol")).isOne();
    }

    @Test
    void hangsUpOnAStrangerAtTheFirstByteThatIsWrong() throws IOException {
        try (Socket socket = stranger()) {
            socket.getOutputStream().write("AMQP".getBytes(StandardCharsets.US_ASCII));

            assertThat(socket.getInputStream().read()).isNegative();
        }
        assertThat(strangers("protocol")).isOne();
        assertServes();
    }

    @Test
    void turnsAwayWhoComesWhileAThousandOthersSayNothing() throws IOException {
        List<Socket> crowd = new ArrayList<>();
        try {
            for (int i = 0; i < 1_024; i++) {
                crowd.add(stranger());
            }
            try (Socket one = stranger()) {
                assertThat(one.getInputStream().read()).isNegative();
            }
            assertThat(strangers("crowd")).isOne();
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
        assertServes();
    }

    private double strangers(String reason) {
        return bravo.meters
                .get("c4i.transport.strangers")
                .tag("reason", reason)
                .counter()
                .count();
    }
}
