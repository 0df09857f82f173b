package org.c4igateway.topics.yaml;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlNodeTest {
    private static final int MAX_CHARACTERS = 1_000;

    /** The library reports some of them without a place, and one by an exception that is not its own. */
    @ParameterizedTest
    @ValueSource(strings = {"!%A.", "!<%20> a", "a: [", "\t- a", "", "*a"})
    void namesTheFileForWhatIsNoYaml(String yaml) {
        assertThatThrownBy(() -> YamlNode.read("mapping.yaml", yaml, MAX_CHARACTERS))
                .isInstanceOf(YamlNode.Fault.class)
                .hasMessageStartingWith("mapping.yaml:1:");
    }
}
