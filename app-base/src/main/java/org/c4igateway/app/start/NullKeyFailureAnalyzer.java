package org.c4igateway.app.start;

import java.util.Arrays;
import org.c4igateway.core.fault.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.YamlProcessor;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says that an entry of a file has no key, which the framework does not expect. */
@Order(Ordered.HIGHEST_PRECEDENCE + 4)
class NullKeyFailureAnalyzer extends AbstractFailureAnalyzer<NullPointerException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NullPointerException cause) {
        boolean ofYaml = Arrays.stream(cause.getStackTrace())
                .limit(1)
                .anyMatch(frame -> frame.getClassName().equals(YamlProcessor.class.getName()));
        return ofYaml
                ? new FailureAnalysis(
                        ErrorCode.CONFIGURATION.code()
                                + ": an entry of the configuration has no key ('?', or ':' with nothing before it)",
                        "Give the entry a key, or take it away.",
                        cause)
                : null;
    }
}
