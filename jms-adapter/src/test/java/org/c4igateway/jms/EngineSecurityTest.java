package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Session;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.JmsSettings.Credentials;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineSecurityTest {
    private static final String STORE_SECRET = "store-secret";

    @TempDir
    Path directory;

    @Test
    void answersRefusedWhenThePeerDoesNotKnowThePassword() {
        int port = TestNetwork.port();
        Credentials wrong = new Credentials("mesh", "a-wrong-secret");
        try (JmsTestNode to = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsSettings.loopback(0, wrong).withPeer("BRAVO", "127.0.0.1:" + port), 1)) {
            Message message = from.message(1, "BRAVO", Precedence.FLASH, new byte[1]);

            await().untilAsserted(() -> assertThat(from.send(message))
                    .isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_REFUSED)));
            assertThat(to.recorder.messages()).isEmpty();
        }
    }

    @Test
    void letsPeersDoNothingButSend() throws JMSException {
        int port = TestNetwork.port();
        try (JmsTestNode node = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                ActiveMQConnectionFactory factory =
                        new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port, "mesh", "only-for-tests");
                Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            assertThatThrownBy(() -> session.createConsumer(session.createQueue("kmtf.BRAVO")))
                    .isInstanceOf(JMSSecurityException.class);
            assertThatThrownBy(() -> session.createBrowser(session.createQueue("kmtf.BRAVO"))
                            .getEnumeration())
                    .isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> session.createProducer(session.createQueue("kmtf.OTHER")))
                    .isInstanceOf(JMSException.class);
            assertThatThrownBy(session::createTemporaryQueue).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> session.createProducer(session.createQueue("activemq.management"))
                            .send(session.createMessage()))
                    .isInstanceOf(JMSException.class);
            assertThat(node.recorder.malformed()).isEmpty();
        }
    }

    @Test
    void letsNobodyInWithoutAUser() {
        int port = TestNetwork.port();
        try (JmsTestNode node = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
                ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port)) {
            assertThatThrownBy(factory::createConnection).isInstanceOf(JMSException.class);
            assertThat(node.recorder.messages()).isEmpty();
        }
    }

    @Test
    void carriesMessagesOverMutualTls() throws Exception {
        JmsSettings.Tls tls = certificates();
        int port = TestNetwork.port();
        try (JmsTestNode to =
                        new JmsTestNode("BRAVO", JmsTestNode.settings(port).withTls(tls), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(0).withTls(tls).withPeer("BRAVO", "127.0.0.1:" + port), 1);
                JmsTestNode plain =
                        new JmsTestNode("CHARLIE", JmsTestNode.settings(0).withPeer("BRAVO", "127.0.0.1:" + port), 1)) {
            from.awaitReachable("BRAVO");
            Message message = from.message(1, "BRAVO", Precedence.FLASH, new byte[100_000]);

            assertThat(from.send(message)).isEqualTo(SendOutcome.Accepted.INSTANCE);

            await().until(() -> to.recorder.messages().size() == 1);
            assertThat(to.recorder.messages()).containsExactly(message);
            assertThat(plain.recorder.states()).isEmpty();
        }
    }

    @Test
    void hangsUpOnAKnownClientThatSpeaksHttpOverTls() throws Exception {
        JmsSettings.Tls tls = certificates();
        int port = TestNetwork.port();
        try (JmsTestNode to =
                        new JmsTestNode("BRAVO", JmsTestNode.settings(port).withTls(tls), 1);
                JmsTestNode from = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(0).withTls(tls).withPeer("BRAVO", "127.0.0.1:" + port), 1)) {
            try (Socket socket = context(tls).getSocketFactory().createSocket("127.0.0.1", port)) {
                socket.setSoTimeout(60_000);
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: bravo\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

                assertThat(socket.getInputStream().read()).isNegative();
            }
            assertThat(strangers(to, "protocol")).isOne();
            from.awaitReachable("BRAVO");
            assertThat(from.send(from.message(1, "BRAVO", Precedence.FLASH, new byte[1])))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
        }
    }

    @Test
    void countsAStrangerWhoDoesNotSpeakTls() throws Exception {
        int port = TestNetwork.port();
        try (JmsTestNode node =
                        new JmsTestNode("BRAVO", JmsTestNode.settings(port).withTls(certificates()), 1);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write("ARTEMIS, but in clear text".getBytes(StandardCharsets.US_ASCII));

            socket.getInputStream().transferTo(OutputStream.nullOutputStream());

            await().untilAsserted(() -> assertThat(strangers(node, "tls")).isOne()); // counted after it was closed
        }
    }

    private static double strangers(JmsTestNode node, String reason) {
        return node.meters
                .get("c4i.transport.strangers")
                .tag("reason", reason)
                .counter()
                .count();
    }

    private static SSLContext context(JmsSettings.Tls tls) throws Exception {
        char[] secret = STORE_SECRET.toCharArray();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(new File(tls.keyStore()), secret), secret);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(new File(tls.trustStore()), secret));
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void refusesAnOwnCertificateThatIsNotValidNow() throws Exception {
        JmsSettings.Tls tls = certificates();
        Instant now = Instant.now();
        JmsTransportFactory factory =
                new JmsTransportFactory(JmsTestNode.settings(0).withTls(tls));

        factory.check(Set.of(), TopicCatalogue.reference(), now);

        for (Instant wrong : new Instant[] {now.plus(Duration.ofDays(3)), now.minus(Duration.ofDays(1))}) {
            assertThatThrownBy(() -> factory.check(Set.of(), TopicCatalogue.reference(), wrong))
                    .isInstanceOf(GatewayException.Fatal.class)
                    .hasMessageStartingWith("GW-101: c4i.transports.jms.tls.key-store: '" + tls.keyStore()
                            + "' holds a certificate that is valid from ");
        }
    }

    /** A system that was taken over has a certificate of its own, and the password that all share. */
    @Test
    void takesNothingInTheNameOfAnotherSystemThanTheCertificateNames() throws Exception {
        JmsSettings.Tls bravo = namesVerified(certificate("BRAVO"));
        int port = TestNetwork.port();
        JmsSettings toAlpha = JmsTestNode.settings(0).withTls(bravo).withPeer("ALPHA", "127.0.0.1:" + port);
        try (JmsTestNode to = new JmsTestNode(
                        "ALPHA", JmsTestNode.settings(port).withTls(namesVerified(certificate("ALPHA"))), 1);
                JmsTestNode from = new JmsTestNode("BRAVO", toAlpha, 1);
                JmsTestNode charlie = new JmsTestNode("CHARLIE", toAlpha, 1)) {
            from.awaitReachable("ALPHA");
            List<Message> own = List.of(
                    from.message(1, "ALPHA", Precedence.FLASH, new byte[100]),
                    from.message(2, "ALPHA", Precedence.FLASH, new byte[500_000]));
            Message forged = charlie.message(3, "ALPHA", Precedence.FLASH, new byte[7]);
            Receipt confirmed =
                    new Receipt(charlie.self, to.self, List.of(new SequenceRange(1, Long.MAX_VALUE)), List.of());

            assertThat(from.send(forged)).isEqualTo(SendOutcome.Accepted.INSTANCE);
            assertThat(from.transport.sendReceipt(confirmed, JmsTestNode.TIMEOUT))
                    .isEqualTo(SendOutcome.Accepted.INSTANCE);
            own.forEach(from::send);

            await().until(() -> to.recorder.messages().size() == 2
                    && to.recorder.malformed().size() == 2);
            assertThat(to.recorder.messages()).containsExactlyElementsOf(own);
            assertThat(to.recorder.receipts()).isEmpty();
            assertThat(to.recorder.malformed())
                    .allSatisfy(parked -> assertThat(parked.toString())
                            .contains("names CHARLIE, and came by a certificate of BRAVO"));
            await().untilAsserted(() -> assertThat(charlie.send(forged))
                    .isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_REFUSED)));
        }
    }

    private static JmsSettings.Tls namesVerified(JmsSettings.Tls tls) {
        return new JmsSettings.Tls(
                tls.keyStore(), tls.keyStorePassword(), tls.trustStore(), tls.trustStorePassword(), true, true, true);
    }

    private JmsSettings.Tls certificates() throws Exception {
        return certificate("node");
    }

    /** All of one test trust each other. */
    private JmsSettings.Tls certificate(String name) throws Exception {
        Path key = directory.resolve(name + ".p12");
        Path certificate = directory.resolve(name + ".cer");
        Path trust = directory.resolve("trust.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-keystore",
                key.toString());
        keytool("-exportcert", "-alias", "node", "-file", certificate.toString(), "-keystore", key.toString());
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                name,
                "-file",
                certificate.toString(),
                "-keystore",
                trust.toString());
        return new JmsSettings.Tls(key.toString(), STORE_SECRET, trust.toString(), STORE_SECRET, true, true, false);
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", STORE_SECRET));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
