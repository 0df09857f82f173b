package org.c4igateway.jms;

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
import org.c4igateway.jms.JmsSettings.Tls;

/** Looks into the files of {@code tls} before the engine does, whose faults name neither key nor file. */
final class Certificates {
    private static final String WANTED = "a PKCS#12 file that this process may read";

    private Certificates() {}

    /**
     * Reads both files. Blocks on the file system. Of the certificates only this node's own have to be valid now: those
     * that it trusts may be of several generations.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming the key of the file or of its password
     */
    static void check(Tls tls, Instant now) {
        KeyStore own = open("tls.key-store", tls.keyStore(), tls.keyStorePassword());
        InvalidSetting.when(
                !hasKey(own),
                "tls.key-store",
                tls.keyStore(),
                "holds no private key",
                "a file with key and certificate");
        requireValid(own, tls.keyStore(), now);
        KeyStore trusted = open("tls.trust-store", tls.trustStore(), tls.trustStorePassword());
        InvalidSetting.when(
                size(trusted) == 0,
                "tls.trust-store",
                tls.trustStore(),
                "holds no certificate",
                "a file with trusted ones");
    }

    private static KeyStore open(String key, String file, String password) {
        InvalidSetting.when(!Files.isReadable(Path.of(file)), key, file, "cannot be read", WANTED);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance(TlsParameters.PKCS12);
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

    private static void requireValid(KeyStore own, String file, Instant now) {
        try {
            for (String alias : Collections.list(own.aliases())) {
                if (own.isKeyEntry(alias) && own.getCertificate(alias) instanceof X509Certificate certificate) {
                    String from = certificate.getNotBefore().toInstant().toString();
                    String to = certificate.getNotAfter().toInstant().toString();
                    InvalidSetting.when(
                            now.isBefore(certificate.getNotBefore().toInstant())
                                    || now.isAfter(certificate.getNotAfter().toInstant()),
                            "tls.key-store",
                            file,
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
