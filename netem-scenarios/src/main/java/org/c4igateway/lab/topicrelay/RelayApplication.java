package org.c4igateway.lab.topicrelay;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.app.ServiceConfiguration;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.wan.app.WanFile;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * A {@link RelayGateway} as a process, with the configuration file, the health and the metrics of a WAN gateway. Of a
 * link it reads where it is and which topics it carries; rate and keys mean nothing to it.
 */
@SpringBootApplication
@Import(ServiceConfiguration.class)
public class RelayApplication {
    /** Spring creates it. */
    public RelayApplication() {}

    /**
     * Runs until it is killed.
     *
     * @param args options; {@code --c4i.file=PATH} is required
     */
    public static void main(String[] args) {
        new SpringApplicationBuilder(RelayApplication.class)
                .properties("spring.config.name=c4i-wan")
                .run(args);
    }

    @Bean(initMethod = "start")
    RelayGateway relayGateway(
            @Value("${c4i.file}") String file, MeterRegistry meters, InstantSource time, Loops loops) {
        return new RelayGateway(WanFile.spec(new WanFile(Path.of(file)).read()), time.millis(), meters, time, loops);
    }

    /** Has the name that the defaults of WAN gateways ask for. */
    @Bean
    HealthIndicator wanHealth(RelayGateway relay) {
        return () -> {
            Map<String, Object> links = new TreeMap<>();
            relay.links().forEach((name, matched) -> links.put(name, Map.of("state", matched ? "up" : "down")));
            return Health.up().withDetail("links", links).build();
        };
    }
}
