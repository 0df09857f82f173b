package org.c4igateway.wan.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.c4igateway.app.ServiceConfiguration;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.app.web.PlainErrorPage;
import org.c4igateway.core.watch.Loops;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** A WAN gateway of a site. {@code ./c4i wan --config FILE} runs it. */
@SpringBootApplication
@Import(ServiceConfiguration.class)
public class WanApplication {
    /** Option that names the configuration file. */
    public static final String FILE_OPTION = "c4i.file";

    /** Spring creates it. */
    public WanApplication() {}

    /**
     * Runs until SIGTERM.
     *
     * @param args options; {@code --c4i.file=PATH} is required
     */
    public static void main(String[] args) {
        new SpringApplicationBuilder(WanApplication.class)
                .properties("spring.config.name=c4i-wan")
                .run(args);
    }

    @Bean
    PlainErrorPage error() {
        return new PlainErrorPage();
    }

    @Bean
    WanService wanService(
            @Value("${c4i.file}") String file,
            MeterRegistry meters,
            InstantSource time,
            Loops loops,
            ApplicationExit exit) {
        return new WanService(new WanFile(Path.of(file)), meters, time, loops, exit::because);
    }

    @Bean
    WanHealth wanHealth(WanService service) {
        return new WanHealth(service);
    }
}
