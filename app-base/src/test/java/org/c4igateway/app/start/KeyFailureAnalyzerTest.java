package org.c4igateway.app.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.ByteArrayResource;

class KeyFailureAnalyzerTest {
    private final KeyFailureAnalyzer analyzer = new KeyFailureAnalyzer();

    @ParameterizedTest
    @CsvSource({"'c4i:\n  - ?\n', has no key", "'c4i:\n  - 5: a\n', a key that is a number"})
    void saysWhatIsWrongWithAKey(String text, String said) {
        ByteArrayResource file = new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
        Throwable fault = catchThrowable(() -> new YamlPropertySourceLoader().load("node.yaml", file));

        FailureAnalysis analysis =
                Objects.requireNonNull(analyzer.analyze(new IllegalStateException("start failed", fault)));

        assertThat(analysis.getDescription()).contains("GW-101", said);
    }

    @Test
    void leavesOtherFaultsToOthers() {
        assertThat(analyzer.analyze(new NullPointerException("a defect"))).isNull();
        assertThat(analyzer.analyze(new ClassCastException("a defect"))).isNull();
    }
}
