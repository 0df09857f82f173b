package org.c4igateway.app;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

class ConfigurationKeysTest {
    @Test
    void knowsNestedKeysMapsAndEitherSpelling() {
        assertThatCode(() -> check(Map.of(
                        "c4i.flow.max-in-flight-rows", "100",
                        "c4i.flow.sendTimeout", "20ms",
                        "c4i.destinations.BRAVO", "jms",
                        "c4i.destinations[ROK.2FLT]", "dds",
                        "c4i.database.pool-size", "4")))
                .doesNotThrowAnyException();
    }

    @Test
    void namesAnUnknownKeyAndTheNearestKnownOne() {
        assertThatThrownBy(() -> check(Map.of("c4i.databse.pool-size", "4")))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("GW-101")
                .hasMessageContaining("c4i.databse.pool-size (nearest: c4i.database.pool-size)");
    }

    @Test
    void namesAllUnknownKeysAtOnce() {
        assertThatThrownBy(() -> check(Map.of("c4i.sytem", "A", "c4i.flow.fetch-row", "1")))
                .hasMessageContaining("c4i.sytem (nearest: c4i.system)")
                .hasMessageContaining("c4i.flow.fetch-row (nearest: c4i.flow.fetch-rows)");
    }

    @Test
    void looksIntoListsAndMapsOfRecords() {
        assertThatCode(() -> check(Map.of(
                        "c4i.links.north.peers[0]", "a",
                        "c4i.links[ROK.2FLT].peers", "a",
                        "c4i.spares[0].peers", "a")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() ->
                        check(Map.of("c4i.links.north.pears", "a", "c4i.spares[0].peers", "b", "c4i.spares[0].x", "b")))
                .hasMessageContaining("c4i.links.north.pears (nearest: c4i.links.*.peers)")
                .hasMessageContaining("c4i.spares[0].x");
    }

    @Test
    void leavesKeysOfATransportThatIsSwitchedOffAlone() {
        assertThatCode(() -> check(Map.of("c4i.transports.dds.enabled", "false", "c4i.transports.dds.domain-id", "7")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> check(Map.of("c4i.transports.ddds.domain-id", "7")))
                .hasMessageContaining("c4i.transports.ddds.domain-id");
    }

    @Test
    void leavesKeysOfAnyPartThatIsSwitchedOffAlone() {
        assertThatCode(() -> check(Map.of("c4i.page.enabled", "FALSE", "c4i.page.users.chief.role", "operator")))
                .doesNotThrowAnyException();
    }

    @Test
    void namesSwitchesThatAreNeitherTrueNorFalseBeforeKeysThatNobodyKnows() throws IOException {
        PropertySource<?> file = yaml("""
                c4i:
                  transports:
                    dds:
                      enabled: ture
                      domain-id: 7
                  page:
                    enabled: oh yes
                    colour: blue
                """);

        assertThatThrownBy(() -> check(Map.of(), file))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageMatching(
                        "GW-101: c4i\\.page\\.enabled: 'oh yes' is not true or false \\(.*alpha\\.yaml.*:7:14\\); "
                                + "c4i\\.transports\\.dds\\.enabled: 'ture' is not true or false \\(.*alpha\\.yaml.*:4:16\\)")
                .extracting(fault -> ((GatewayException.Fatal) fault).remedy())
                .isEqualTo("Set c4i.page.enabled and c4i.transports.dds.enabled to true or false.");
    }

    @Test
    void namesTheVariableOfASwitchThatIsNeitherTrueNorFalse() {
        PropertySource<?> variables = new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                Map.of("C4I_TRANSPORTS_DDS_ENABLED", "tru", "C4I_PAGE_ENABLED", "False", "OTHER_ENABLED", "perhaps"));

        assertThatThrownBy(() -> check(Map.of("c4i.system", "A"), variables))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessage("GW-101: environment variable C4I_TRANSPORTS_DDS_ENABLED: 'tru' is not true or false")
                .extracting(fault -> ((GatewayException.Fatal) fault).remedy())
                .isEqualTo("Set C4I_TRANSPORTS_DDS_ENABLED to true or false.");
    }

    @Test
    void namesTheSwitchThatIsNotSet() {
        assertThatThrownBy(() -> check(Map.of("c4i.transports.dds.domain-id", "7")))
                .hasMessageContaining("c4i.transports.dds.domain-id (c4i.transports.dds.enabled is not set)");
    }

    @Test
    void refusesKeysOfTheFrameworkThatNothingReads() throws IOException {
        PropertySource<?> file = yaml("""
                server:
                  prot: 18080
                spring:
                  lifecycle:
                    timeout-per-shutdown-fase: 3s
                logging:
                  levels.root: debug
                """);

        assertThatThrownBy(() -> check(Map.of(), file))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("alpha.yaml")
                .hasMessageContaining(":2:9, nearest: server.port)")
                .hasMessageContaining("logging.levels.root (")
                .hasMessageContaining(":5:32, nearest: spring.lifecycle.timeout-per-shutdown-phase)");
    }

    @Test
    void knowsKeysOfTheFrameworkInEitherSpellingAndBelowItsMapsAndLists() {
        assertThatCode(() -> check(Map.of(
                        "server.port", "8080",
                        "server.ssl.enabled-protocols[0]", "TLSv1.3",
                        "server.ssl.keyStore", "a.p12",
                        "logging.level.org.c4igateway", "debug",
                        "logging.level[org.apache]", "warn",
                        "spring.config.import", "configtree:/run/secrets/",
                        "spring.main.banner-mode", "off")))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesABlockThatLooksLikeOneThatIsRead() {
        assertThatThrownBy(() -> check(Map.of("sever.port", "8080")))
                .hasMessageContaining("sever.port (nearest: server.port)");
        assertThatCode(() -> check(Map.of("notes.port", "8080"))).doesNotThrowAnyException();
    }

    @Test
    void namesFileLineAndColumn() throws IOException {
        assertThatThrownBy(() -> check(Map.of(), yaml("c4i:\n  sytem: A\n")))
                .hasMessageContaining("alpha.yaml")
                .hasMessageContaining(":2:10");
    }

    @Test
    void passesOverAFileOfAnEmptyMap() throws IOException {
        PropertySource<?> empty = new YamlPropertySourceLoader()
                .load("empty", new ByteArrayResource("{}\n".getBytes(StandardCharsets.UTF_8)))
                .getFirst();

        assertThatCode(() -> check(Map.of(), empty)).doesNotThrowAnyException();
    }

    private static PropertySource<?> yaml(String text) throws IOException {
        return new YamlPropertySourceLoader()
                .load("file", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), "alpha.yaml"))
                .getFirst();
    }

    private static void check(Map<String, Object> more, PropertySource<?>... files) {
        Map<String, Object> all = new HashMap<>(more);
        all.put("c4i.system", "ALPHA");
        all.put("c4i.database.url", "jdbc:postgresql://localhost/x");
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("file", all));
            for (PropertySource<?> file : files) {
                context.getEnvironment().getPropertySources().addFirst(file);
            }
            context.register(Properties.class);
            context.refresh();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(Sample.class)
    static class Properties {
        @Bean
        static ConfigurationKeys configurationKeys() {
            return new ConfigurationKeys("docs/here.md");
        }
    }

    @ConfigurationProperties("c4i")
    record Sample(
            @Nullable String system,
            @Nullable Database database,
            @Nullable Map<String, String> destinations,
            @Nullable Flow flow,
            @Nullable Map<String, Link> links,
            @Nullable List<Link> spares) {}

    record Database(@Nullable String url, int poolSize) {}

    record Flow(
            int maxInFlightRows, int fetchRows, @Nullable String sendTimeout) {}

    record Link(@Nullable List<String> peers) {}
}
