package org.c4igateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** A file whose YAML is an empty map: the framework reads it as one property without a name. */
class EmptyMapFileTest {
    private static final String SOURCE = "Config resource 'file [more.yaml]' via location 'more.yaml'";

    @Test
    void saysNothingAndIsAFileOfTheConfiguration() throws IOException {
        try (AnnotationConfigApplicationContext context = context("{}\n")) {
            Path file = Path.of("more.yaml").toAbsolutePath();

            ConfigurationValues values = ConfigurationValues.of(context);

            assertThat(values.values()).containsOnlyKeys("c4i.sample.name");
            assertThat(values.sources()).containsExactly(file);
            assertThat(ConfigurationValues.files(context.getEnvironment())).containsExactly(file);
            assertThat(EffectiveConfiguration.of(context).yaml()).contains("name: ALPHA");
        }
    }

    private static AnnotationConfigApplicationContext context(String yaml) throws IOException {
        PropertySource<?> file = new YamlPropertySourceLoader()
                .load(SOURCE, new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .getFirst();
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(file);
        context.register(Application.class);
        context.refresh();
        return context;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(Sample.class)
    static class Application {}

    @ConfigurationProperties("c4i.sample")
    record Sample(String name) {
        Sample {
            name = "ALPHA";
        }
    }
}
