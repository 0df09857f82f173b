package org.c4igateway.app.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;

class NullKeyFailureAnalyzerTest {
    private final NullKeyFailureAnalyzer analyzer = new NullKeyFailureAnalyzer();

    @Test
    void saysThatAnEntryHasNoKey() {
        ByteArrayResource file = new ByteArrayResource("c4i:\n  - ?\n".getBytes(StandardCharsets.UTF_8));
        NullPointerException fault = catchThrowableOfType(
                NullPointerException.class, () -> new YamlPropertySourceLoader().load("node.yaml", file));

        FailureAnalysis analysis = Objects.requireNonNull(analyzer.analyze(fault, fault));

        assertThat(analysis.getDescription()).contains("GW-101", "has no key");
    }

    @Test
    void leavesOtherFaultsToOthers() {
        NullPointerException fault = new NullPointerException("a defect");

        assertThat(analyzer.analyze(fault, fault)).isNull();
    }
}
