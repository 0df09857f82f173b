package org.c4igateway.app.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.metric.MeterNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;
import org.springframework.boot.web.server.Ssl;

/** When the certificate of a web server ends, read from real key stores. */
class ServerCertificateTest {
    private static final String SECRET = "store-secret";
    private static final String SOON = "soon";
    private static final String LATER = "later";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();

    @Test
    void showsTheFirstEndOfTheKeysInItsStore() throws Exception {
        key("both.p12", LATER, 900);
        key("both.p12", SOON, 10);

        bind(store("both.p12"));

        assertThat(shown()).isEqualTo(end("both.p12", SOON)).isLessThan(end("both.p12", LATER));
    }

    @Test
    void showsTheKeyThatIsChosen() throws Exception {
        key("both.p12", LATER, 900);
        key("both.p12", SOON, 10);
        Ssl ssl = store("both.p12");
        ssl.setKeyAlias(LATER);

        bind(ssl);

        assertThat(shown()).isEqualTo(end("both.p12", LATER));
    }

    @Test
    void followsABundleThatIsLoadedAgain() throws Exception {
        key("old.p12", SOON, 10);
        key("new.p12", LATER, 900);
        bundles.registerBundle("web", bundle("old.p12"));
        bind(Ssl.forBundle("web"));
        assertThat(shown()).isEqualTo(end("old.p12", SOON));

        bundles.updateBundle("web", bundle("new.p12"));

        assertThat(shown()).isEqualTo(end("new.p12", LATER));
    }

    @Test
    void countsTheBundlesOfOtherNamesOfTheServer() throws Exception {
        key("main.p12", LATER, 900);
        key("other.p12", SOON, 10);
        bundles.registerBundle("other", bundle("other.p12"));
        Ssl ssl = store("main.p12");
        ssl.setServerNameBundles(List.of(new Ssl.ServerNameSslBundle("console.example", "other")));

        bind(ssl);

        assertThat(shown()).isEqualTo(end("other.p12", SOON));
    }

    @Test
    void showsNothingWithoutTls() throws Exception {
        key("unused.p12", SOON, 10);
        Ssl off = store("unused.p12");
        off.setEnabled(false);

        bind(off);
        new ServerCertificate(Optional.empty(), () -> bundles).bindTo(meters);

        assertThat(meters.getMeters()).isEmpty();
    }

    private void bind(Ssl ssl) {
        new ServerCertificate(Optional.of(ssl), () -> bundles).bindTo(meters);
    }

    private double shown() {
        Gauge gauge = meters.get(MeterNames.CREDENTIAL_END)
                .tag(MeterNames.TRANSPORT, "https")
                .tag(MeterNames.CREDENTIAL, "certificate")
                .gauge();
        return gauge.value();
    }

    private Ssl store(String file) {
        Ssl ssl = new Ssl();
        ssl.setKeyStore(directory.resolve(file).toString());
        ssl.setKeyStorePassword(SECRET);
        return ssl;
    }

    private SslBundle bundle(String file) {
        JksSslStoreDetails details =
                JksSslStoreDetails.forLocation(directory.resolve(file).toString());
        return SslBundle.of(new JksSslStoreBundle(details.withPassword(SECRET), null));
    }

    private double end(String file, String alias) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(directory.resolve(file).toFile(), SECRET.toCharArray());
        return ((X509Certificate) store.getCertificate(alias))
                .getNotAfter()
                .toInstant()
                .getEpochSecond();
    }

    private void key(String file, String alias, int days) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-keystore",
                        directory.resolve(file).toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        SECRET,
                        "-alias",
                        alias,
                        "-validity",
                        String.valueOf(days))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
    }
}
