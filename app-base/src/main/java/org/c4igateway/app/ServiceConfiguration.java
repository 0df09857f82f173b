package org.c4igateway.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Optional;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.web.ServerCertificate;
import org.c4igateway.app.web.SlowClientGuard;
import org.c4igateway.core.watch.Loops;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What every service has: its clock, its end, its watch over loops with their health, its guard of the web server and
 * the end of its certificate.
 */
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

    /** Shows nothing where there is no web server, or one without TLS. */
    @Bean
    ServerCertificate serverCertificate(ObjectProvider<ServerProperties> server, ObjectProvider<SslBundles> bundles) {
        return new ServerCertificate(
                Optional.ofNullable(server.getIfAvailable()).map(ServerProperties::getSsl), bundles::getObject);
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
