package org.c4igateway.jms.engine;

import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import org.c4igateway.jms.InvalidSetting;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.TlsParameters;

/** What an engine shows and demands in TLS handshakes. {@link #renewed} changes it for later ones. Any thread. */
final class EngineCertificates {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final JmsSettings.Tls tls;
    private volatile Shown shown;

    /** What was read at one time, with the earliest end of validity of the own certificates. */
    private record Shown(SSLContext context, Instant end) {}

    /** Reads the key stores. */
    EngineCertificates(JmsSettings.Tls tls) {
        this.tls = tls;
        this.shown = read(tls);
    }

    /** @return when the first of the own certificates that are in use ends */
    Instant end() {
        return shown.end();
    }

    /**
     * Reads the key stores again. Blocks on the file system.
     *
     * @return lets later connections use them; does not fail
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when they cannot be used
     */
    Runnable renewed() {
        Shown next = read(tls);
        return () -> shown = next;
    }

    /** @return for one connection that comes in */
    SslHandler handler() {
        SSLEngine engine = shown.context().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(PROTOCOLS);
        engine.setNeedClientAuth(tls.clientAuth());
        return new SslHandler(engine);
    }

    private static Shown read(JmsSettings.Tls tls) {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore ownStore = store(tls.keyStore(), tls.keyStorePassword());
            own.init(ownStore, tls.keyStorePassword().toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store(tls.trustStore(), tls.trustStorePassword()));
            SSLContext read = SSLContext.getInstance("TLS");
            read.init(own.getKeyManagers(), trusted.getTrustManagers(), new SecureRandom());
            return new Shown(read, end(ownStore));
        } catch (IOException | GeneralSecurityException e) {
            throw InvalidSetting.fault(
                    "tls.key-store",
                    tls.keyStore() + ", " + tls.trustStore(),
                    "cannot be used: " + e.getMessage(),
                    "PKCS#12 files that their passwords open",
                    e);
        }
    }

    private static Instant end(KeyStore own) throws KeyStoreException {
        Instant end = Instant.MAX;
        for (String alias : Collections.list(own.aliases())) {
            if (own.isKeyEntry(alias) && own.getCertificate(alias) instanceof X509Certificate certificate) {
                Instant its = certificate.getNotAfter().toInstant();
                end = its.isBefore(end) ? its : end;
            }
        }
        return end;
    }

    private static KeyStore store(String file, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(TlsParameters.PKCS12);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            store.load(in, password.toCharArray());
        }
        return store;
    }
}
