package org.c4igateway.jms.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import org.c4igateway.jms.InvalidSetting;
import org.c4igateway.jms.JmsSettings.Tls;

/**
 * The files of {@code tls} as they were read.
 *
 * @param tls says where they are
 * @param own with this node's key and certificate
 * @param trusted with the certificates that it trusts
 */
record KeyStoreFiles(Tls tls, KeyStore own, KeyStore trusted) {
    private static final String WANTED = "a PKCS#12 file that this process may read";

    /**
     * Reads both files. Blocks on the file system.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming the key of the file or of its password
     */
    static KeyStoreFiles read(Tls tls) {
        KeyStore own = open("tls.key-store", tls.keyStore(), tls.keyStorePassword());
        InvalidSetting.when(
                !hasKey(own),
                "tls.key-store",
                tls.keyStore(),
                "holds no private key",
                "a file with key and certificate");
        KeyStore trusted = open("tls.trust-store", tls.trustStore(), tls.trustStorePassword());
        InvalidSetting.when(
                size(trusted) == 0,
                "tls.trust-store",
                tls.trustStore(),
                "holds no certificate",
                "a file with trusted ones");
        return new KeyStoreFiles(tls, own, trusted);
    }

    private static KeyStore open(String key, String file, String password) {
        InvalidSetting.when(!Files.isReadable(Path.of(file)), key, file, "cannot be read", WANTED);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            return store;
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException) {
                throw InvalidSetting.fault(
                        key + "-password", "(hidden)", "does not open " + file, "the password of that file", e);
            }
            throw InvalidSetting.fault(key, file, "is not a PKCS#12 file", WANTED, e);
        } catch (GeneralSecurityException e) {
            throw InvalidSetting.fault(key, file, "cannot be used: " + e.getMessage(), WANTED, e);
        }
    }

    /** Only this node's own certificates have to be valid now: those that it trusts may be of several generations. */
    void requireValid(Instant now) {
        try {
            for (String alias : Collections.list(own.aliases())) {
                if (own.isKeyEntry(alias) && own.getCertificate(alias) instanceof X509Certificate certificate) {
                    String from = certificate.getNotBefore().toInstant().toString();
                    String to = certificate.getNotAfter().toInstant().toString();
                    InvalidSetting.when(
                            now.isBefore(certificate.getNotBefore().toInstant())
                                    || now.isAfter(certificate.getNotAfter().toInstant()),
                            "tls.key-store",
                            tls.keyStore(),
                            "holds a certificate that is valid from " + from + " to " + to + ", and it is "
                                    + now.truncatedTo(ChronoUnit.SECONDS),
                            "a file with a valid certificate, or correct the clock");
                }
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException("a store that was loaded answers", e);
        }
    }

    private static boolean hasKey(KeyStore store) {
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    return true;
                }
            }
            return false;
        } catch (KeyStoreException e) {
            throw new IllegalStateException("a store that was loaded answers", e);
        }
    }

    private static int size(KeyStore store) {
        try {
            return store.size();
        } catch (KeyStoreException e) {
            throw new IllegalStateException("a store that was loaded answers", e);
        }
    }
}
