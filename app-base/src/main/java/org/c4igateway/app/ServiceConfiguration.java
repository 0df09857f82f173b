package org.c4igateway.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.web.SlowClientGuard;
import org.c4igateway.core.watch.Loops;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every service has: its clock, its end, its watch over loops with their health, its guard of the web server. */
@Configuration(proxyBeanMethods = false)
public class ServiceConfiguration {
    /** Spring creates it. */
    public ServiceConfiguration() {}

    @Bean
    InstantSource time() {
        return InstantSource.system();
    }

    @Bean
    ApplicationExit applicationExit(ConfigurableApplicationContext context) {
        return new ApplicationExit(context);
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
}
