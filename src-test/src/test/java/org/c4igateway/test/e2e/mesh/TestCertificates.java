package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for this machine, made by keytool, in the forms that nodes and PostgreSQL read. */
public final class TestCertificates {
    public static final String SECRET = "store-secret";

    private static final String ALIAS = "node";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path directory;

    /** @param directory gets {@code key.p12}, {@code trust.p12}, {@code certificate.pem} and {@code key.pem} */
    public TestCertificates(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        this.directory = Files.createDirectories(directory).toAbsolutePath();
        keytool(
                "key.p12",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
        keytool(
                "key.p12",
                "-exportcert",
                "-rfc",
                "-file",
                path("certificate.pem").toString());
        keytool(
                "trust.p12",
                "-importcert",
                "-noprompt",
                "-file",
                path("certificate.pem").toString());
        byte[] key = load("key.p12").getKey(ALIAS, SECRET.toCharArray()).getEncoded();
        Files.writeString(
                path("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + LINES.encodeToString(key) + "\n-----END PRIVATE KEY-----\n");
        Files.setPosixFilePermissions(path("key.pem"), PosixFilePermissions.fromString("rw-------"));
    }

    public Path path(String file) {
        return directory.resolve(file);
    }

    /** For a client that trusts the certificate and no other. */
    public SSLContext client() throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load("trust.p12"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** For a client that trusts the certificate and shows it. */
    public SSLContext mutual() throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load("trust.p12"));
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(load("key.p12"), SECRET.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    public Certificate certificate() throws GeneralSecurityException, IOException {
        return load("key.p12").getCertificate(ALIAS);
    }

    /** When the certificate ends. */
    public Instant end() throws GeneralSecurityException, IOException {
        return ((X509Certificate) certificate()).getNotAfter().toInstant();
    }

    /** Adds another certificate to those that are trusted, as while certificates are renewed. */
    public void trustToo(TestCertificates other) throws GeneralSecurityException, IOException {
        KeyStore trusted = load("trust.p12");
        trusted.setCertificateEntry("other", other.certificate());
        try (OutputStream out = Files.newOutputStream(path("trust.p12"))) {
            trusted.store(out, SECRET.toCharArray());
        }
    }

    private KeyStore load(String file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(path(file))) {
            store.load(in, SECRET.toCharArray());
        }
        return store;
    }

    private void keytool(String store, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", ALIAS, "-storetype", "PKCS12", "-storepass", SECRET));
        command.addAll(List.of("-keystore", path(store).toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
    }
}
