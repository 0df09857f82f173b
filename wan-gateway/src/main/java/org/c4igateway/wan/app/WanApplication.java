package org.c4igateway.wan.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;

/** A WAN gateway of a site. {@code ./c4i wan --config FILE} runs it. */
@SpringBootApplication
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
    WanService wanService(@Value("${c4i.file}") String file, MeterRegistry meters) {
        return new WanService(new WanFile(Path.of(file)), meters, InstantSource.system());
    }

    @Bean
    WanHealth wanHealth(WanService service) {
        return new WanHealth(service);
    }
}
