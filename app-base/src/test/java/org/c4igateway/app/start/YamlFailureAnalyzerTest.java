package org.c4igateway.app.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;

class YamlFailureAnalyzerTest {
    /** Passwords that YAML does not take stand in the line that is wrong. */
    @Test
    void tellsThePlaceAndNotTheLine() {
        MarkedYAMLException fault = catchThrowableOfType(
                MarkedYAMLException.class, () -> new Yaml().load("c4i:\n  database:\n    password: @secret-of-mine\n"));

        FailureAnalysis analysis = new YamlFailureAnalyzer().analyze(fault, fault);

        assertThat(analysis.getDescription())
                .contains("not YAML: line 3, column 15")
                .doesNotContain("secret-of-mine");
    }
}
