package org.c4igateway.dds.transport;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.metric.MeterNames;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Warns before credentials of DDS Security expire, and is down when one has expired: new peers then refuse this node.
 * Metrics show the ends.
 */
public final class CredentialHealth implements HealthIndicator, MeterBinder {
    private final Map<String, Instant> ends;
    private final Duration warnBefore;
    private final InstantSource time;

    CredentialHealth(Map<String, Instant> ends, Duration warnBefore, InstantSource time) {
        this.ends = Map.copyOf(ends);
        this.warnBefore = warnBefore;
        this.time = time;
    }

    /**
     * Of a participant with an identity.
     *
     * @return empty where the domain is joined without DDS Security
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when a file cannot be read
     */
    public static Optional<CredentialHealth> of(DdsSettings settings, InstantSource time) {
        DdsSettings.Security security = settings.security();
        return security.files()
                .map(files -> new CredentialHealth(Credentials.ends(files), security.warnBefore(), time));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        ends.forEach((name, end) -> Gauge.builder(MeterNames.CREDENTIAL_END, end, Instant::getEpochSecond)
                .description(MeterNames.CREDENTIAL_END_MEANING)
                .tag(MeterNames.TRANSPORT, DdsTransport.NAME)
                .tag(MeterNames.CREDENTIAL, name)
                .strongReference(true)
                .register(registry));
    }

    @Override
    public Health health() {
        Instant now = time.instant();
        Health.Builder health = Health.up();
        ends.forEach((name, end) -> {
            health.withDetail(name, end);
            if (now.isAfter(end)) {
                health.down().withDetail(name + " problem", "expired");
            } else if (now.isAfter(end.minus(warnBefore))) {
                health.withDetail(
                        name + " warning",
                        "expires in " + Duration.between(now, end).toDays() + " days");
            }
        });
        return health.build();
    }
}
