package org.c4igateway.app.web;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.c4igateway.core.metric.MeterNames;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;

/**
 * Shows as a metric when the certificate of the process's own web server ends: the first end in the chains that the
 * server may show, whatever key of {@code server.ssl} names them. A bundle that is loaded again is followed. Without
 * TLS there is no such metric.
 */
public final class ServerCertificate implements MeterBinder {
    /** Value of the label transport. */
    static final String TRANSPORT = "https";

    private final Optional<Ssl> settings;
    private final Supplier<SslBundles> bundles;

    /**
     * @param settings those of the web server
     * @param bundles asked for when the server has TLS
     */
    public ServerCertificate(Optional<Ssl> settings, Supplier<SslBundles> bundles) {
        this.settings = settings.filter(ssl -> Ssl.isEnabled(ssl));
        this.bundles = bundles;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        settings.ifPresent(ssl -> {
            List<Supplier<SslBundle>> used = used(ssl, bundles.get());
            var _ = Gauge.builder(MeterNames.CREDENTIAL_END, used, ServerCertificate::firstEnd)
                    .description(MeterNames.CREDENTIAL_END_MEANING)
                    .tag(MeterNames.TRANSPORT, TRANSPORT)
                    .tag(MeterNames.CREDENTIAL, "certificate")
                    .strongReference(true)
                    .register(registry);
        });
    }

    /** The server's stores, and those for clients that ask for another name of it. */
    private static List<Supplier<SslBundle>> used(Ssl ssl, SslBundles bundles) {
        List<Supplier<SslBundle>> used = new ArrayList<>();
        String name = ssl.getBundle();
        if (name == null || name.isEmpty()) {
            SslBundle fixed = WebServerSslBundle.get(ssl, bundles);
            used.add(() -> fixed);
        } else {
            used.add(() -> bundles.getBundle(name));
        }
        ssl.getServerNameBundles().forEach(each -> used.add(() -> bundles.getBundle(each.bundle())));
        return used;
    }

    private static double firstEnd(List<Supplier<SslBundle>> used) {
        return used.stream()
                .flatMap(bundle -> ends(bundle.get()))
                .min(Instant::compareTo)
                .map(Instant::getEpochSecond)
                .map(Long::doubleValue)
                .orElse(Double.NaN);
    }

    private static Stream<Instant> ends(SslBundle bundle) {
        KeyStore keys = bundle.getStores().getKeyStore();
        return keys == null ? Stream.empty() : ends(keys, bundle.getKey().getAlias());
    }

    /** @param chosen name of the key that the server uses; any when it is null */
    private static Stream<Instant> ends(KeyStore keys, @Nullable String chosen) {
        List<Instant> ends = new ArrayList<>();
        try {
            for (String alias : chosen == null ? Collections.list(keys.aliases()) : List.of(chosen)) {
                Certificate[] chain = keys.getCertificateChain(alias);
                for (Certificate certificate : chain == null ? new Certificate[0] : chain) {
                    if (certificate instanceof X509Certificate dated) {
                        ends.add(dated.getNotAfter().toInstant());
                    }
                }
            }
        } catch (KeyStoreException e) {
            throw new IllegalStateException("a key store of the web server is not loaded", e);
        }
        return ends.stream();
    }
}
