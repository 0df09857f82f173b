package org.c4igateway.history;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.c4igateway.app.ConfigurationKeys;
import org.c4igateway.app.ServiceConfiguration;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.web.PlainErrorPage;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.transport.DdsSettings;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A history service. {@code ./c4i history --config FILE} runs it. */
@SpringBootApplication
@Import(ServiceConfiguration.class)
@EnableConfigurationProperties({HistoryProperties.class, DdsSettings.class})
public class HistoryApplication {
    /** Spring creates it. */
    public HistoryApplication() {}

    /** Runs until SIGTERM. */
    public static void main(String[] args) {
        new SpringApplicationBuilder(HistoryApplication.class)
                .properties("spring.config.name=c4i-history")
                .run(args);
    }

    @Bean
    static ConfigurationKeys configurationKeys() {
        return new ConfigurationKeys("docs/history.md");
    }

    @Bean
    PlainErrorPage error() {
        return new PlainErrorPage();
    }

    @Bean
    HistoryPlan historyPlan(HistoryProperties properties, DdsSettings dds, InstantSource time) {
        return HistoryPlan.of(properties, dds, time.instant());
    }

    @Bean
    HistoryService historyService(
            HistoryPlan plan, MeterRegistry meters, InstantSource time, Loops loops, ApplicationExit exit) {
        return new HistoryService(plan, new HistoryMeters(meters), time, loops, exit);
    }

    @Bean
    HistoryHealth historyHealth(HistoryService service, HistoryPlan plan) {
        return new HistoryHealth(service, plan.partition());
    }
}
