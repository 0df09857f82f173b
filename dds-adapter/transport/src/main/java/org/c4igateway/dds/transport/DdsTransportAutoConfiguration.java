package org.c4igateway.dds.transport;

import java.time.InstantSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Contributes the DDS transport to a node when {@code c4i.transports.dds.enabled} is {@code true}. */
@AutoConfiguration
@ConditionalOnProperty(prefix = DdsSettings.PREFIX, name = "enabled", havingValue = "true")
@EnableConfigurationProperties(DdsSettings.class)
final class DdsTransportAutoConfiguration {
    @Bean
    DdsTransportFactory ddsTransportFactory(DdsSettings settings) {
        return new DdsTransportFactory(settings);
    }

    @Bean
    @ConditionalOnProperty(prefix = DdsSettings.PREFIX + ".security", name = "directory")
    CredentialHealth ddsCredentialsHealthIndicator(DdsSettings settings, InstantSource time) {
        return CredentialHealth.of(settings, time).orElseThrow();
    }
}
