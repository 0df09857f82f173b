package org.c4igateway.history;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.c4igateway.app.ConfigurationKeys;
import org.c4igateway.app.LoopHealth;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.web.PlainErrorPage;
import org.c4igateway.app.web.SlowClientGuard;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.transport.DdsSettings;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** A history service. {@code ./c4i history --config FILE} runs it. */
@SpringBootApplication
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
    InstantSource time() {
        return InstantSource.system();
    }

    @Bean
    static ConfigurationKeys configurationKeys() {
        return new ConfigurationKeys("docs/history.md");
    }

    @Bean
    ApplicationExit applicationExit(ConfigurableApplicationContext context) {
        return new ApplicationExit(context);
    }

    @Bean
    PlainErrorPage error() {
        return new PlainErrorPage();
    }

    @Bean
    SlowClientGuard slowClientGuard() {
        return new SlowClientGuard();
    }

    @Bean
    Loops loops(MeterRegistry meters, InstantSource time, ApplicationExit exit) {
        return new Loops(meters, time, System::nanoTime, exit::because);
    }

    /** Its name in health and in the group of liveness is {@code loops}. */
    @Bean
    LoopHealth loopsHealthIndicator(Loops loops) {
        return new LoopHealth(loops);
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
