package org.c4igateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Files of bundles that the framework reads again by itself when they change. */
class ReadAgainBundleTest {
    private static final String CERTIFICATE = "spring.ssl.bundle.pem.web.keystore.certificate";

    @TempDir
    private Path directory;

    private String yaml = "";

    @BeforeEach
    void write() throws IOException {
        Path certificate = Files.writeString(directory.resolve("tls.crt"), "a certificate");
        yaml = """
                server.ssl.bundle: web
                spring.ssl.bundle.pem.web:
                  reload-on-update: true
                  keystore.certificate: FILE
                """.replace("FILE", certificate.toString());
    }

    @Test
    void hasTheNameAndNotTheContentOfAFileThatTheWebServerReadsAgain() throws IOException {
        ConfigurationValues values = values(yaml);

        assertThat(values.values()).containsKey(CERTIFICATE);
        assertThat(values.named()).doesNotContainKey(CERTIFICATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reload-on-update: true", "server.ssl.bundle: web"})
    void hasTheContentOfAFileThatNobodyReadsAgain(String line) throws IOException {
        String without = yaml.replace(line, line.replace("true", "false").replace(": web", ": other"));

        assertThat(values(without).named()).containsKey(CERTIFICATE);
    }

    private static ConfigurationValues values(String yaml) throws IOException {
        PropertySource<?> file = new YamlPropertySourceLoader()
                .load("Config resource 'file [a.yaml]'", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .getFirst();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(file);
            context.refresh();
            return ConfigurationValues.of(context);
        }
    }
}
