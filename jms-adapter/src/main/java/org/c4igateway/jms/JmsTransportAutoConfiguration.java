package org.c4igateway.jms;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Contributes the JMS transport to a node when {@code c4i.transports.jms.enabled} is {@code true}. */
@AutoConfiguration
@ConditionalOnProperty(prefix = JmsSettings.PREFIX, name = "enabled", havingValue = "true")
@EnableConfigurationProperties(JmsSettings.class)
final class JmsTransportAutoConfiguration {
    @Bean
    JmsTransportFactory jmsTransportFactory(JmsSettings settings) {
        return new JmsTransportFactory(settings);
    }
}
