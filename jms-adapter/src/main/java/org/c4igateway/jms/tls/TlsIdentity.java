package org.c4igateway.jms.tls;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.c4igateway.jms.InvalidSetting;
import org.c4igateway.jms.JmsSettings;
import org.jspecify.annotations.Nullable;

/**
 * What this node shows and demands in TLS handshakes: its key and the certificates that it trusts. Both are kept in
 * memory as they were last accepted, so files that change are used only after {@link #renewed}. A refused file
 * therefore breaks neither a connection that opens later nor a data path that opens again. Any thread.
 */
public final class TlsIdentity {
    private static final String PROTOCOL = "TLSv1.3";

    private final JmsSettings.Tls tls;
    private volatile @Nullable Accepted accepted;

    /**
     * What was read at one time.
     *
     * @param incoming for connections that come in
     * @param end earliest end of validity of the own certificates
     */
    private record Accepted(KeyManager[] own, TrustManager[] trusted, SSLContext incoming, Instant end) {}

    /** Reads nothing yet. */
    public TlsIdentity(JmsSettings.Tls tls) {
        this.tls = tls;
    }

    /**
     * Reads both files, and keeps them if none were kept before. Blocks on the file system.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming the key of the file or of its password
     */
    public void check(Instant now) {
        KeyStoreFiles files = KeyStoreFiles.read(tls);
        files.requireValid(now);
        Accepted read = accept(files);
        if (accepted == null) {
            accepted = read;
        }
    }

    /**
     * Reads both files again. Blocks on the file system.
     *
     * @return lets connections that are opened later use them; does not fail
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when they cannot be used
     */
    public Runnable renewed() {
        Accepted next = accept(KeyStoreFiles.read(tls));
        return () -> accepted = next;
    }

    /** @return when the first of the own certificates that are in use ends */
    public Instant end() {
        return inUse().end();
    }

    /** @return for one connection that comes in */
    public SSLEngine incoming() {
        SSLEngine engine = inUse().incoming().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {PROTOCOL});
        engine.setNeedClientAuth(tls.clientAuth());
        return engine;
    }

    /** @return parameters of connectors of the client library, whose contexts come from {@link #outgoing} */
    public Map<String, Object> connectorParameters() {
        return Map.of(
                TransportConstants.SSL_ENABLED_PROP_NAME,
                true,
                TransportConstants.ENABLED_PROTOCOLS_PROP_NAME,
                PROTOCOL,
                TransportConstants.VERIFY_HOST_PROP_NAME,
                tls.verifyHost(),
                TransportConstants.SSL_CONTEXT_PROP_NAME,
                this);
    }

    /** @return for one connection that goes out; a new one each time, so that no earlier session is resumed */
    SSLContext outgoing() throws GeneralSecurityException {
        Accepted inUse = inUse();
        return context(inUse.own(), inUse.trusted());
    }

    private Accepted inUse() {
        Accepted known = accepted;
        if (known == null) {
            known = accept(KeyStoreFiles.read(tls));
            accepted = known;
        }
        return known;
    }

    private Accepted accept(KeyStoreFiles files) {
        try {
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(files.own(), tls.keyStorePassword().toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(files.trusted());
            return new Accepted(
                    own.getKeyManagers(),
                    trusted.getTrustManagers(),
                    context(own.getKeyManagers(), trusted.getTrustManagers()),
                    end(files.own()));
        } catch (GeneralSecurityException e) {
            throw InvalidSetting.fault(
                    "tls.key-store",
                    tls.keyStore() + ", " + tls.trustStore(),
                    "cannot be used: " + e.getMessage(),
                    "PKCS#12 files that their passwords open",
                    e);
        }
    }

    private static SSLContext context(KeyManager[] own, TrustManager[] trusted) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own, trusted, new SecureRandom());
        return context;
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

    /** Names the files, since the client library writes its parameters to the log. */
    @Override
    public String toString() {
        return tls.toString();
    }
}
