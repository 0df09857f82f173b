package org.c4igateway.test.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestCertificates;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows between two nodes with certificates and secrets from files on every connection: database, JMS, health and
 * metrics.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class TlsEndToEndTest {
    private static final List<String> SYSTEMS = List.of("ALPHA", "BRAVO");

    @TempDir
    private Path directory;

    @Test
    void encryptsDatabaseJmsAndHttp() throws Exception {
        TestCertificates certificates = new TestCertificates(directory.resolve("certificates"));
        Path secrets = secrets();
        try (PostgresServer server = PostgresServer.start();
                TestMesh testMesh = TestMesh.pair("tls", Middleware.JMS, server)) {
            encrypt(testMesh.server("ALPHA").database(), certificates);
            for (String system : SYSTEMS) {
                testMesh.node(system)
                        .trust(certificates.client())
                        .environment("CREDENTIALS_DIRECTORY", secrets.toString())
                        .start(options(testMesh.server(system).database(), certificates));
            }
            testMesh.node("ALPHA").awaitReaches("BRAVO");
            testMesh.server("ALPHA")
                    .submit(
                            new SubmittedRow(
                                    "A004",
                                    SubmittedRow.ROUTINE,
                                    "MSGID/HELQUEST/ALPHA/001//".getBytes(StandardCharsets.UTF_8)),
                            "BRAVO");
            testMesh.awaitSettled("ALPHA");

            testMesh.assertDelivered("ALPHA", "BRAVO");
            assertThat(unencryptedSessions(testMesh.server("ALPHA").database())).isZero();
            assertThat(plainHttp(testMesh.httpPort("ALPHA")).statusCode()).isEqualTo(400);
            assertThat(testMesh.node("ALPHA").metric("c4i_credential_end_seconds", "transport=\"https\""))
                    .isEqualTo((double) certificates.end().getEpochSecond());
        }
    }

    /** The same files with other certificates: open connections stay, new ones show the new certificate. */
    @Test
    void usesRenewedCertificatesForNewConnections() throws Exception {
        TestCertificates certificates = new TestCertificates(directory.resolve("certificates"));
        TestCertificates renewed = new TestCertificates(directory.resolve("renewed"));
        renewed.trustToo(certificates);
        try (PostgresServer server = PostgresServer.start();
                TestMesh testMesh = TestMesh.pair("tls-renewed", Middleware.JMS, server)) {
            for (String system : SYSTEMS) {
                testMesh.node(system).start(storeOptions(certificates));
            }
            testMesh.node("ALPHA").awaitReaches("BRAVO");
            testMesh.server("ALPHA").submitAll(Samples.load(200, 41), "BRAVO");

            for (String store : List.of("trust", "key")) {
                Path copy = Files.copy(renewed.path(store + ".p12"), directory.resolve(store + ".p12"));
                Files.move(copy, certificates.path(store + ".p12"), StandardCopyOption.ATOMIC_MOVE);
                String line = "jms.tls." + store + "-store: ";
                await("both nodes use " + line)
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> testMesh.node("ALPHA").log().contains(line)
                                && testMesh.node("BRAVO").log().contains(line));
            }
            testMesh.server("ALPHA").submitAll(Samples.load(200, 42), "BRAVO");
            testMesh.awaitSettled("ALPHA");
            testMesh.assertDelivered("ALPHA", "BRAVO");
            assertThat(shown(testMesh.jmsPort("BRAVO"), renewed)).isEqualTo(renewed.certificate());
            assertThat(testMesh.node("BRAVO").metric("c4i_credential_end_seconds", "transport=\"jms\""))
                    .isEqualTo((double) renewed.end().getEpochSecond());

            testMesh.node("ALPHA").kill();
            testMesh.node("ALPHA").start(storeOptions(certificates)).awaitReaches("BRAVO");
        }
    }

    /**
     * Half of a file, as a copy leaves it that has not ended. The nodes go on with what they accepted before: also for
     * connections that are opened later, and for the data path that opens when the lease is back.
     */
    @Test
    void goesOnWithTheFormerStoresWhenNewOnesAreRefused() throws Exception {
        TestCertificates certificates = new TestCertificates(directory.resolve("certificates"));
        try (PostgresServer server = PostgresServer.start();
                TestMesh testMesh = TestMesh.pair("tls-refused", Middleware.JMS, server)) {
            for (String system : SYSTEMS) {
                testMesh.node(system).start(storeOptions(certificates));
            }
            testMesh.node("ALPHA").awaitReaches("BRAVO");
            Path store = certificates.path("key.p12");
            byte[] whole = Files.readAllBytes(store);
            Files.write(store, Arrays.copyOf(whole, whole.length / 2));
            for (String system : SYSTEMS) {
                await(system + " refuses the file")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> testMesh.node(system).metric("c4i_configuration_refused") == 1);
            }

            server.kill();
            server.startAgain();

            for (String system : SYSTEMS) {
                await(system + " has its lease again")
                        .atMost(Duration.ofMinutes(2))
                        .until(() ->
                                testMesh.node(system).log().split("This node is active with epoch", -1).length == 3);
            }
            testMesh.node("ALPHA").awaitReaches("BRAVO");
            testMesh.node("BRAVO").awaitReaches("ALPHA");
            for (String system : SYSTEMS) {
                String other = system.equals("ALPHA") ? "BRAVO" : "ALPHA";
                testMesh.server(system).submitAll(Samples.load(20, 43), other);
                testMesh.awaitSettled(system);
                testMesh.assertDelivered(system, other);
            }
        }
    }

    private static String[] storeOptions(TestCertificates certificates) {
        return new String[] {
            "--c4i.transports.jms.tls.key-store=" + certificates.path("key.p12"),
            "--c4i.transports.jms.tls.key-store-password=" + TestCertificates.SECRET,
            "--c4i.transports.jms.tls.trust-store=" + certificates.path("trust.p12"),
            "--c4i.transports.jms.tls.trust-store-password=" + TestCertificates.SECRET
        };
    }

    /** The certificate that a listener shows to a client with this one. */
    private static Certificate shown(int port, TestCertificates client) throws Exception {
        try (SSLSocket socket = (SSLSocket) client.mutual().getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    /** The server reads its certificate again without a restart. */
    private static void encrypt(TestDatabase database, TestCertificates certificates) throws Exception {
        database.execute("ALTER SYSTEM SET ssl_cert_file = '" + certificates.path("certificate.pem") + "'");
        database.execute("ALTER SYSTEM SET ssl_key_file = '" + certificates.path("key.pem") + "'");
        database.execute("ALTER SYSTEM SET ssl = on");
        database.execute("SELECT pg_reload_conf()");
    }

    /** A directory as container engines and systemd mount it, a file per secret, named as its key. */
    private Path secrets() throws Exception {
        Path secrets = Files.createDirectories(directory.resolve("secrets"));
        for (String store : List.of("key-store", "trust-store")) {
            Files.writeString(
                    secrets.resolve("c4i.transports.jms.tls." + store + "-password"), TestCertificates.SECRET);
        }
        return secrets;
    }

    private static String[] options(TestDatabase database, TestCertificates certificates) {
        String url = database.bridge().url();
        return new String[] {
            "--spring.config.import=configtree:${CREDENTIALS_DIRECTORY}/",
            "--c4i.database.url=" + url + (url.contains("?") ? "&" : "?") + "sslmode=verify-full&sslrootcert="
                    + certificates.path("certificate.pem"),
            "--c4i.transports.jms.tls.key-store=" + certificates.path("key.p12"),
            "--c4i.transports.jms.tls.trust-store=" + certificates.path("trust.p12"),
            "--server.ssl.certificate=" + certificates.path("certificate.pem"),
            "--server.ssl.certificate-private-key=" + certificates.path("key.pem")
        };
    }

    private static long unencryptedSessions(TestDatabase database) throws Exception {
        return database.number("SELECT count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)"
                + " WHERE usename = 'test_bridge' AND NOT ssl");
    }

    private static HttpResponse<String> plainHttp(int port) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/health");
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        }
    }
}
