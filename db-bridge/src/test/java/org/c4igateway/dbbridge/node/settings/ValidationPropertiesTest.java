package org.c4igateway.dbbridge.node.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.c4igateway.core.flow.rule.PayloadPolicy;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.definition.PolicyLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.io.ByteArrayResource;

/** The policy as the node's file gives it. */
class ValidationPropertiesTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    private static ValidationProperties read(String yaml) throws IOException {
        MutablePropertySources sources = new MutablePropertySources();
        new YamlPropertySourceLoader()
                .load("file", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                .forEach(sources::addLast);
        return new Binder(ConfigurationPropertySources.from(sources))
                .bindOrCreate("c4i.validation", ValidationProperties.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'c4i: {}', LENIENT",
        "'c4i: {validation: strict}', STRICT",
        "'c4i: {validation: off}', OFF",
        "'c4i: {validation: Definitions}', DEFINITIONS",
        "'c4i: {validation: {default: carry}}', CARRY",
        "'c4i: {validation: {default: off}}', OFF"
    })
    void readsTheDefaultFromAWordOrABlock(String yaml, PolicyLevel expected) throws IOException {
        assertThat(read(yaml)).isEqualTo(new ValidationProperties(expected, Map.of(), Map.of(), null));
    }

    @Test
    void givesEachTopicTheLevelOfItsNameElseOfItsClass() throws IOException {
        PayloadPolicy policy = read("""
                c4i:
                  validation:
                    default: lenient
                    classes: {ORDER: definitions, PERIODIC: strict}
                    topics: {J071: off}
                    inbound: carry
                """).policy(CATALOGUE);

        assertThat(policy.otherwise()).isEqualTo(PolicyLevel.LENIENT);
        assertThat(policy.inbound()).isEqualTo(PolicyLevel.CARRY);
        assertThat(policy.topics())
                .containsEntry("A080", PolicyLevel.DEFINITIONS)
                .containsEntry("N015", PolicyLevel.STRICT)
                .containsEntry("J071", PolicyLevel.OFF)
                .doesNotContainKey("J095");
    }
}
